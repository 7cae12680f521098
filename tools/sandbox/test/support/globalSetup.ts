import { mkdir, mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { compileAnswerChecks } from '../../../../test/support/answerChecks';

/** Compiles what the answers of the sandbox are held to, into a folder of this run's own. */
const prepare = async (): Promise<void> => {
	const cache = path.join(__dirname, '..', '..', '..', '..', '.cache');
	await mkdir(cache, { recursive: true });
	await compileAnswerChecks(await mkdtemp(path.join(cache, 'sandbox-test-')));
};

export default prepare;
