import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import { task } from '../support/operations.table';
import { byId, parametersOf } from '../support/stage';
import { faultServers, text } from './faultServer';
import { numbered, runAt } from './items';

const serve = faultServers();
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const heapMb = (): number => {
	collect();
	return process.memoryUsage().heapUsed / 1e6;
};

const dry = parametersOf('task.approve', {
	taskId: byId('={{ $json.id }}'),
	...{ decideIf: 'always', dryRun: true },
});

it('a dry run of 400 tasks of 50 KB keeps none of them', async () => {
	const count = 400;
	const notes = Array.from({ length: 50_000 / 8 }, (_, index) => `${index}`.padStart(5));
	const body = JSON.stringify({ task: { ...task, notes } });
	const heaps: number[] = [];
	const server = await serve((index) => ({
		atBody(response) {
			if (index === 60 || index === count - 60) heaps.push(heapMb());
			text(200, 'application/json', body)(response);
		},
	}));
	const { output } = await runAt(server.url, dry, { items: numbered(count) });
	expect(output).toHaveLength(count);
	const [before = 0, after = Infinity] = heaps;
	expect(after - before).toBeLessThan(20);
});
