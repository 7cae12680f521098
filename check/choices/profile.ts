import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CheckError } from '../network/failure';
import type { Choices } from './choices';

const kind = 'contract-workflow-sandbox-profile';
const version = 1;

const isProfile = (file: string): boolean => {
	try {
		return (JSON.parse(readFileSync(file, 'utf8')) as { kind?: unknown } | null)?.kind === kind;
	} catch {
		return false;
	}
};

/**
 * Says whether a profile may be written to a file: where nothing is yet, or another profile.
 * @throws CheckError when it holds something else.
 */
export const mayHoldProfile = (file: string): void => {
	if (!existsSync(file) || isProfile(file)) return;
	throw new CheckError(`${file} contains something other than a profile. Choose another file.`);
};

/** Writes what a sandbox reads to make the same choices. @throws CheckError when it cannot. */
export const writeProfile = (file: string, choices: Choices): void => {
	try {
		writeFileSync(file, `${JSON.stringify({ kind, version, choices }, null, '\t')}\n`);
	} catch (error) {
		throw new CheckError(`${file} cannot be written: ${String(error)}.`);
	}
};
