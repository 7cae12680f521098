import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { chooseN8n, n8nHelp, readCommandLine } from './commandLine';
import { provideN8n } from './n8n/bringUp';
import { addressVariable } from './n8n/installation/versions';
import { projectFolder } from './n8n/places';
import { runScript } from './script';

const help = `Usage: npm run test:n8n -- [options] [options and patterns of jest]

Runs the tests that need a real n8n.

Options:
${n8nHelp},
                           or the address of one that runs, such as
                           http://127.0.0.1:5678: then only the essentials
  --essentials             only what each version must show
  --install                installs that n8n, and runs nothing
  -h, --help               show this help`;

/** The script's own options. The rest is for jest. */
const readOptions = () => {
	const args = process.argv.slice(2);
	const { values, tokens } = parseArgs({
		args,
		options: {
			n8n: { type: 'string' },
			essentials: { type: 'boolean', default: false },
			install: { type: 'boolean', default: false },
		},
		strict: false,
		tokens: true,
	});
	const isOurs = (index: number) =>
		tokens.some((token) => {
			if (token.kind !== 'option' || !['n8n', 'essentials', 'install'].includes(token.name))
				return false;
			const { index: first, inlineValue } = token;
			return index === first || (inlineValue === false && index === first + 1);
		});
	const named = values.n8n === undefined ? undefined : String(values.n8n);
	const isAddress = named !== undefined && /^https?:/.test(named);
	if (isAddress) process.env[addressVariable] = named;
	else chooseN8n(named);
	return {
		project: values.essentials || isAddress ? 'essentials' : 'n8n',
		installsOnly: values.install === true,
		rest: args.filter((_, index) => !isOurs(index)),
	};
};

const test = async (project: string, rest: readonly string[]): Promise<void> => {
	const jest = require.resolve('jest/bin/jest');
	const args = ['--selectProjects', project, '--maxWorkers=1', ...rest];
	const child = spawn(process.execPath, [jest, ...args], { cwd: projectFolder, stdio: 'inherit' });
	// Ctrl-C reaches both processes. A signal to this process only must be forwarded.
	process.on('SIGTERM', () => child.kill('SIGTERM'));
	process.on('SIGINT', () => undefined);
	const [code] = (await once(child, 'exit')) as [number | null];
	process.exitCode = code ?? 1;
};

const { project, installsOnly, rest } = readCommandLine(help, readOptions);
if (installsOnly) void runScript(provideN8n);
else void test(project, rest);
