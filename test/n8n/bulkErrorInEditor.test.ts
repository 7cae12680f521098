import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { faultServers, json } from '../faults/faultServer';
import { launch } from '../support/browser';
import { editorPage, openPanel, shoot } from './editor';
import { contractWorkflow, plain, saveWorkflow, session, then } from './stack';

const { serve, stopAll } = faultServers();
afterEach(stopAll);

let browser: Browser;
beforeAll(async () => {
	browser = await launch();
});
afterAll(async () => await browser?.close());

/** A service at which tasks 1 and 2 wait for the decision, and 3 and 4 do not. */
const startService = async () =>
	await serve((_index, request) => {
		const task_id = Number(request?.line.split('/')[2]);
		const status = task_id > 2 ? 'on_hold' : 'pending';
		const task = { task_id, task_title: `Lease ${task_id} <b>`, status, current_step_id: 'legal' };
		if (request?.line.startsWith('GET')) return { atBody: json(200, { task }) };
		return task_id > 2
			? { atBody: json(409, { detail: 'The task is on hold' }) }
			: { atBody: json(200, { task_id, approved: true }) };
	});

it('a bulk run that fails in part shows each failed task on a line, and what to do next', async () => {
	const { url } = await startService();
	const credential = await upsertCredential(session(), {
		name: 'Key for bulk errors',
		type: 'contractWorkflowApi',
		data: { baseUrl: url, apiKey: 'key_of_bulk_errors' },
	});
	const node = contractWorkflow(
		'Approve',
		{
			resource: 'task',
			operation: 'approve',
			taskId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			decideIf: 'atStep',
			step: { __rl: true, mode: 'id', value: 'legal' },
		},
		credential,
	);
	const rows = JSON.stringify({ rows: [1, 2, 3, 4].map((id) => ({ id })) });
	const id = await saveWorkflow(
		session(),
		[
			plain('Start', 'manualTrigger', 1, {}),
			plain('Rows', 'set', 3.4, { mode: 'raw', jsonOutput: rows }),
			plain('Split', 'splitOut', 1, { fieldToSplitOut: 'rows' }),
			node,
		],
		{ Start: then('Rows'), Rows: then('Split'), Split: then('Approve') },
	);
	const page = await editorPage(browser);
	await openPanel(page, id, node.id);
	await page.getByTestId('node-execute-button').first().click();
	const title = page.getByTestId('node-error-message').first();
	await title.waitFor();
	expect((await title.innerText()).trim()).toBe('2 of 4 items failed (2 approved)');
	const description = await page.getByTestId('node-error-description').first().innerText();
	await shoot(page, 'bulk error');
	expect(description.trim().split('\n')).toEqual([
		'• Task 3 (Lease 3 <b>) [item 2] can\'t be approved: it is on hold at "legal". The service says: The task is on hold.',
		'• Task 4 (Lease 4 <b>) [item 3] can\'t be approved: it is on hold at "legal". The service says: The task is on hold.',
		'The service did not change the task. Get the task to see its current step. To send the rest, use Retry in the list of executions. Items that were approved are not sent again. To keep the output of the other items next time, set On Error to "Continue (using error output)" in the Settings of the node.',
	]);
	await page.close();
});
