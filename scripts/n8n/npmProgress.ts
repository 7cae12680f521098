import { z } from 'zod';

const locked = z.object({ packages: z.record(z.object({ os: z.unknown() })) });

/**
 * Reads how far `npm ci` is out of what it prints with `--loglevel=http`; else it is silent for
 * minutes.
 * @param lock the text of its `package-lock.json`
 * @param tell told of every tenth of the look-ups, and of the downloads
 * @returns what is to be handed all that npm prints, line by line or in larger parts
 */
export const npmProgress = (lock: string, tell: (line: string) => void) => {
	const packages = Object.entries(locked.parse(JSON.parse(lock)).packages)
		// What is for some systems only may not be wanted here.
		.filter(([place, { os }]) => place !== '' && os === undefined)
		.map(([place]) => place.split('node_modules/').at(-1));
	const counter = (verb: string, all: number) => {
		let done = 0;
		const tenths = () => Math.floor((10 * done) / all);
		return () => {
			const before = tenths();
			done += 1;
			if (tenths() > before && done <= all) tell(`${done} of ${all} packages ${verb}`);
		};
	};
	const lookedUp = counter('looked up', new Set(packages).size);
	const downloaded = counter('downloaded', packages.length);
	return (printed: string): void => {
		for (const [, address = ''] of printed.matchAll(/^npm http fetch GET 200 (\S+) /gm)) {
			(address.endsWith('.tgz') ? downloaded : lookedUp)();
		}
	};
};
