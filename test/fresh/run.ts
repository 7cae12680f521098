import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCommandLine } from '../../scripts/commandLine';
import { installN8n } from '../../scripts/n8n/installation/install';
import { runScript } from '../../scripts/script';
import { step } from '../../scripts/step';
import type { Seen } from './attempt';
import { attempt } from './attempt';
import type { Machine, Tools } from './machine';
import { makeMachine } from './machine';
import type { Row } from './table';
import { sentenceIn, tableOf } from './table';
import type { Place } from './troubles';
import { freePorts, isUp, troubles } from './troubles';

const help = `Usage: npm run fresh -- [options]

Tries what a reader of the README tries first, as on a machine on which nobody has done anything yet:
with each Node and npm, and where something is missing. Takes what is committed, and prints a table.

Options:
  --install      let the first machine install n8n, too (1 to 5 minutes, 2.8 GB); otherwise all of
                 them take the one that is installed here
  --only <text>  only machines whose name holds this, such as 'Node 24'
  -h, --help     show this help`;

const machines: readonly Tools[] = [
	{ node: '20.19', npm: '10' },
	{ node: '20.19', npm: '11' },
	{ node: '22', npm: '10' },
	{ node: '22', npm: '11' },
	{ node: '24', npm: '10' },
	{ node: '24', npm: '11' },
];

/** A few of the tests, of each kind that runs without n8n. */
const someTests = ['test/core/client.test.ts', 'test/contract', 'test/nodes/package.test.ts'];

const readOptions = () =>
	parseArgs({
		options: {
			install: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	}).values;

/** Something that is tried, and what it gives when it is well. */
interface Trial {
	readonly name: string;
	readonly run: () => Promise<Seen>;
	readonly tell: (seen: Seen) => string | undefined;
}

/** What everybody does first, on one machine; without an n8n the start installs one. */
const firstSteps = (machine: Machine, signal: AbortSignal, n8nBin?: string): Trial[] => {
	const env = { ...machine.env, ...(n8nBin && { N8N_BIN: n8nBin }) };
	const at = { cwd: machine.checkout, env, signal };
	return [
		{
			name: 'npm ci',
			run: async () => await attempt({ ...at, command: ['npm', 'ci'] }),
			tell: ({ isWell }) => (isWell ? 'installed' : undefined),
		},
		{
			name: n8nBin ? 'npm start' : 'npm start, which installs n8n',
			run: async () => {
				const command = ['npm', 'start', '--', ...(await freePorts())];
				return await attempt({ ...at, command, until: isUp });
			},
			tell: ({ output, isWell }) => (isWell ? sentenceIn(output, /^ +n8n +http:/) : undefined),
		},
		{
			name: `npm test, ${someTests.length} of its parts`,
			run: async () => await attempt({ ...at, command: ['npm', 'test', '--', ...someTests] }),
			tell: ({ output, isWell }) => (isWell ? sentenceIn(output, /^Tests: /) : undefined),
		},
	];
};

const withTroubles = (place: Place): Trial[] =>
	troubles.map((trouble, index) => ({
		name: trouble.name,
		run: async () => {
			const folder = path.join(place.folder, `trouble-${index}`);
			await mkdir(folder);
			return await trouble.try({ ...place, folder });
		},
		tell: ({ output }) => sentenceIn(output, trouble.says),
	}));

const tryEach = async (machine: string, trials: readonly Trial[]): Promise<Row[]> => {
	const rows: Row[] = [];
	for (const { name: tried, run, tell } of trials) {
		const row = await step(`${machine}: ${tried}`, async (say) => {
			const seen = await run();
			const well = tell(seen);
			say(`${machine}: ${tried}: ${well ?? 'FAILED'}`);
			return { isWell: well !== undefined, seen: well ?? seen.output, seconds: seen.seconds };
		});
		rows.push({ machine, tried, ...row });
	}
	return rows;
};

const nameOf = ({ node, npm }: Tools): string => `Node ${node}, npm ${npm}`;

const tryAll = async (
	signal: AbortSignal,
	{ install: isInstalling, only }: ReturnType<typeof readOptions>,
): Promise<Row[]> => {
	const { bin: n8nBin } = await step('n8n', async () => await installN8n({ signal }));
	const folder = await mkdtemp(path.join(tmpdir(), 'fresh-'));
	const rows: Row[] = [];
	try {
		for (const [index, tools] of machines.entries()) {
			const name = nameOf(tools);
			if (!name.includes(only)) continue;
			const place = path.join(folder, String(index));
			const machine = await step(
				`${name}: a fresh clone`,
				async () => await makeMachine(place, tools, path.join(folder, 'npm-cache')),
			);
			const isFirst = index === 0;
			const given = isFirst && isInstalling ? undefined : n8nBin;
			rows.push(...(await tryEach(name, firstSteps(machine, signal, given))));
			if (isFirst) {
				rows.push(
					...(await tryEach(name, withTroubles({ machine, folder: place, n8nBin, signal }))),
				);
			}
			await rm(place, { recursive: true, force: true });
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
	return rows;
};

const options = readCommandLine(help, readOptions);
void runScript(async (signal) => {
	const rows = await tryAll(signal, options);
	const failed = rows.filter(({ isWell }) => !isWell).length;
	console.log(`${tableOf(rows)}\n${rows.length - failed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
});
