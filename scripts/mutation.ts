import { parseArgs } from 'node:util';
import { UsageError, readCommandLine } from './commandLine';
import { groups } from './mutation/groups';
import { mutate } from './mutation/mutate';
import { survivorsIn } from './mutation/survivors';
import { runScript } from './script';

const help = `Usage: npm run mutation -- [options] [group...]

Changes the code in one small place after the other, and tells which changes no
test notices. What was tried before and is the same since is not tried again.

Groups: ${groups.map(({ name }) => name).join(', ')} (default: all of them)

Options:
  -h, --help               show this help`;

/** The minimum percentage of mutations that the tests must detect. */
const leastPercent = 90;

const readGroups = () => {
	const { positionals } = parseArgs({ allowPositionals: true });
	const unknown = positionals.find((given) => !groups.some(({ name }) => name === given));
	if (unknown !== undefined) throw new UsageError(`There is no group '${unknown}'.`);
	return groups.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
};

const chosen = readCommandLine(help, readGroups);

void runScript(async (signal) => {
	const faults: string[] = [];
	for (const group of chosen) {
		const { name } = group;
		const { noticed, all, unlisted, outdated } = survivorsIn(await mutate(group, signal));
		const percent = (100 * noticed) / all;
		console.log(`${name}: ${noticed} of ${all} noticed (${percent.toFixed(1)} %)`);
		if (percent < leastPercent) faults.push(`${name}: fewer than ${leastPercent} % are noticed`);
		faults.push(
			...unlisted.map((line) => `No test notices, and survivors.json does not say why: ${line}`),
			...outdated.map((line) => `Take out of survivors.json, as a test notices it: ${line}`),
		);
	}
	for (const fault of faults) console.error(fault);
	if (faults.length > 0) process.exitCode = 1;
});
