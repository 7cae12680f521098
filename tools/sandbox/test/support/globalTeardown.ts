import { rm } from 'node:fs/promises';
import { answerChecksVariable } from '../../../../test/support/answerChecks';

/** Removes the folder of this run. */
const clear = async (): Promise<void> => {
	const folder = process.env[answerChecksVariable];
	if (folder) await rm(folder, { recursive: true, force: true });
};

export default clear;
