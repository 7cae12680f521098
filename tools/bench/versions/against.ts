import { glob, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { run } from '../../scripts/n8n/installation/command';
import { npm } from '../../scripts/n8n/installation/npm';
import { installPackage, packPackage, unpack } from '../../scripts/n8n/installation/pack';
import { projectFolder } from '../../scripts/n8n/places';
import type { Host, PackageNames } from '../host/host';
import { startHost, storeKeys, thisPackage } from '../host/host';
import type { Service } from '../host/service';
import { startService } from '../host/service';
import type { Job } from '../job';
import { prepareWay } from '../run';
import type { Contest } from './compare';
import { ratioOf, runContests, verdictOf } from './compare';

const renamed = (credential: string): string => `${credential}Before`;

/** The older version, with its names beside this one. */
const olderPackage: PackageNames = {
	packageName: `${thisPackage.packageName}-before`,
	credential: renamed(thisPackage.credential),
};

const git = async (args: string[], signal: AbortSignal): Promise<string> =>
	await run('git', args, { cwd: projectFolder, signal });

/**
 * The commit that a git ref names.
 * @throws Error when it names none
 */
const commitOf = async (ref: string, signal: AbortSignal): Promise<string> => {
	const args = ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`];
	return (await git(args, signal)).trim();
};

/** Provides the libraries of an older checkout: those of this one if the locks are equal. */
const giveLibraries = async (folder: string, signal: AbortSignal): Promise<void> => {
	const lock = 'package-lock.json';
	const older = await readFile(path.join(folder, lock), 'utf8');
	if (older === (await readFile(path.join(projectFolder, lock), 'utf8'))) {
		await symlink(path.join(projectFolder, 'node_modules'), path.join(folder, 'node_modules'));
		return;
	}
	const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
	await npm(['ci', ...quietly], { cwd: folder, signal });
};

const manifest = z
	.object({ n8n: z.object({ credentials: z.array(z.string()) }).passthrough() })
	.passthrough();

/**
 * Renames an unpacked package, so that one n8n can have it beside this one. n8n distinguishes nodes
 * by their package, but credentials only by their name, so that name changes too.
 */
const rename = async (folder: string): Promise<void> => {
	const file = path.join(folder, 'package.json');
	const before = manifest.parse(JSON.parse(await readFile(file, 'utf8')));
	await writeFile(file, JSON.stringify({ ...before, name: olderPackage.packageName }));
	const names = before.n8n.credentials.map((credential) => {
		const className = path.basename(credential).split('.')[0] ?? '';
		return className.charAt(0).toLowerCase() + className.slice(1);
	});
	const named = new RegExp(`\\b(${names.join('|')})\\b`, 'g');
	for await (const code of glob('dist/**/*.js', { cwd: folder })) {
		const place = path.join(folder, code);
		const text = await readFile(place, 'utf8');
		await writeFile(place, text.replace(named, renamed));
	}
};

/**
 * Builds this package as of a commit, and installs it into an n8n beside this one.
 * @param folder for its checkout
 */
const installOlderPackage = async (
	commit: string,
	folder: string,
	userFolder: string,
	signal: AbortSignal,
): Promise<void> => {
	const checkout = path.join(folder, 'older');
	await mkdir(checkout);
	const archive = path.join(folder, 'older.tar.gz');
	await git(['archive', '--prefix=older/', '--output', archive, commit], signal);
	await unpack(archive, checkout);
	await giveLibraries(checkout, signal);
	await npm(['run', 'build'], { cwd: checkout, signal });
	const stage = await mkdtemp(path.join(folder, 'renamed-'));
	await unpack(await packPackage(checkout, folder, signal), stage);
	await rename(stage);
	await installPackage(await packPackage(stage, folder, signal), userFolder);
};

/** How long a comparison may take, without stopping n8n and the services. */
const mostMs = 6 * 60_000 - 10_000;
const mostRounds = 8;

/** Prepares this package's first way of a job in both versions. */
const prepareContest = async (
	host: Host,
	service: Service,
	job: Job,
	signal: AbortSignal,
): Promise<Contest> => {
	const now = { host, service, signal, keys: await storeKeys(host.n8n(), service) };
	const before = { ...now, keys: await storeKeys(host.n8n(), service, olderPackage) };
	const [way] = job.ways;
	return {
		job: job.name,
		now: await prepareWay(now, job, way),
		before: await prepareWay(before, job, way),
		rounds: [],
		faults: new Set(),
	};
};

/** The ratio of this version to an older one, and the verdict, as a row of a table. */
const rowOf = (contest: Contest) => {
	const { job, rounds, faults } = contest;
	const { middle, from, to } = ratioOf(contest);
	return {
		job,
		rounds: rounds.length,
		CPU: middle.toFixed(3),
		from: from.toFixed(2),
		to: to.toFixed(2),
		verdict: faults.size > 0 ? [...faults].join('; ') : verdictOf(contest),
	};
};

/** Compares this version with that of a git ref, by turns in one n8n, and reports the result. */
export const compareVersions = async (
	ref: string,
	jobs: readonly Job[],
	folder: string,
	signal: AbortSignal,
): Promise<void> => {
	const deadline = Date.now() + mostMs;
	const commit = await commitOf(ref, signal);
	console.log(`Starting n8n with this package and that of ${ref} (${commit.slice(0, 10)}) ...`);
	const host = await startHost(folder, signal, async (userFolder) => {
		await installOlderPackage(commit, folder, userFolder, signal);
	});
	const services: Service[] = [];
	try {
		const contests: Contest[] = [];
		for (const job of jobs) {
			const service = await startService(job.sandbox, signal);
			services.push(service);
			contests.push(await prepareContest(host, service, job, signal));
		}
		await runContests(contests, { mostRounds, deadline, signal }, (contest) => {
			const soFar = ratioOf(contest).middle.toFixed(3);
			console.log(`  ${contest.rounds.length}  ${contest.job}: to before, so far ${soFar}`);
		});
		console.log(`\nProcessor time of this version to that of ${ref}:`);
		console.table(contests.map((contest) => rowOf(contest)));
		const verdicts = contests.map((contest) => verdictOf(contest));
		const failed = verdicts.filter((one) => one === 'wrong' || one === 'slower').length;
		console.log(`${contests.length - failed} passed, ${failed} failed`);
		if (failed > 0) process.exitCode = 1;
	} finally {
		for (const service of services) await service.stop();
		await host.stop();
	}
};
