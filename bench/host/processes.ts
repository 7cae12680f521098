import { readFile, readdir, readlink, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Linux counts processor time in hundredths of a second on every machine. */
const msPerTick = 10;
const kilobytesPerMegabyte = 1024;

/** Processor time of a process with all its threads, user and system, in milliseconds. */
export const cpuMsOf = async (pid: number): Promise<number> => {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the program's name in parentheses, which may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * msPerTick;
};

/** Processor time that the whole machine has used, in milliseconds. */
export const machineCpuMs = (): number =>
	cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);

/** Memory of a process in MB: now, and the maximum since the last reset of the peak. */
export const memoryOf = async (pid: number): Promise<{ nowMb: number; peakMb: number }> => {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const megabytes = (field: string): number =>
		Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / kilobytesPerMegabyte;
	return { nowMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') };
};

/** Resets the peak of a process to its current memory. */
export const forgetPeak = async (pid: number): Promise<void> => {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
};

const established = '01';

/** Open connections of a process to a port of this machine. */
export const connectionsTo = async (pid: number, port: number): Promise<number> => {
	const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8');
	const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
	const inodes = table
		.split('\n')
		.map((line) => line.trim().split(/\s+/))
		.filter(([, , address, state]) => address?.endsWith(remote) && state === established)
		.map((fields) => `socket:[${fields[9]}]`);
	if (inodes.length === 0) return 0;
	const files = await readdir(`/proc/${pid}/fd`);
	const targets = await Promise.all(
		// A file may be closed after it was listed.
		files.map(async (file) => await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')),
	);
	return targets.filter((target) => inodes.includes(target)).length;
};
