import { readFile, writeFile } from 'node:fs/promises';
import type { Figures } from './figures';
import type { Host } from './host/host';

/** Linux counts processor time in hundredths of a second on every machine. */
const msPerTick = 10;
const kilobytesPerMegabyte = 1024;

/** Processor time of a process with all its threads, user and system, in milliseconds. */
const cpuMsOf = async (pid: number): Promise<number> => {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	// The second field is the program's name in parentheses, which may contain spaces.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return (Number(fields[11]) + Number(fields[12])) * msPerTick;
};

/** The memory of a process in MB: now, or the maximum since the last reset of the peak. */
const memoryOf = async (pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> => {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / kilobytesPerMegabyte;
};

/** Measures a piece of work of n8n, by comparing its processes before and after. */
export const measure = async <Result>(
	host: Host,
	work: () => Promise<Result>,
): Promise<Pick<Figures, 'wallMs' | 'cpuMs' | 'growthMb'> & { readonly result: Result }> => {
	const pid = host.pid();
	// Resets the peak of the process to its current memory.
	await writeFile(`/proc/${pid}/clear_refs`, '5');
	const idleMb = await memoryOf(pid, 'VmRSS');
	const cpuBefore = await cpuMsOf(pid);
	const begun = performance.now();
	const result = await work();
	const wallMs = performance.now() - begun;
	const cpuAfter = await cpuMsOf(pid);
	const peakMb = await memoryOf(pid, 'VmHWM');
	return { result, wallMs, cpuMs: cpuAfter - cpuBefore, growthMb: peakMb - idleMb };
};
