import { startTrigger } from '../test/support/pollingTrigger';

/*
 * A separate process that polls an unchanged list through n8n's own context for triggers, so that
 * only the poll uses its processor time. Prints the cost of one poll.
 */

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const warmUps = 5;
const polls = 40;
const microsecondsPerMs = 1000;

const run = async (): Promise<void> => {
	const trigger = await startTrigger(
		{ event: 'taskUpdated' },
		{ contractWorkflowApi: { baseUrl, apiKey } },
	);
	for (let count = 0; count < warmUps; count += 1) await trigger.poll();
	const stored = trigger.stored();
	// Requests sent before this are not part of the measured polls.
	process.send?.('ready');
	await new Promise((resolve) => process.once('message', resolve));
	const before = process.cpuUsage();
	let news = 0;
	for (let count = 0; count < polls; count += 1) news += (await trigger.poll()).length;
	const { user, system } = process.cpuUsage(before);
	const rewritten = trigger.stored() === stored ? 0 : 1;
	const cpuMs = (user + system) / microsecondsPerMs / polls;
	process.send?.({ polls, cpuMs, news, rewritten });
	process.disconnect();
};

void run();
