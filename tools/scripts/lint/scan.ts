import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { analyzePackage } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { npm } from '../n8n/installation/npm';
import { installPackage, packPackage } from '../n8n/installation/pack';

/**
 * The pass of n8n's verification scanner over a tarball, without its registry look-ups. ESLint has
 * the rules of its pass over the source code.
 */
const scan = async (project: string) => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-scan-'));
	try {
		await npm(['run', 'build'], { cwd: project });
		const unpacked = await installPackage(await packPackage(project, folder), folder);
		const { passed, message, details } = await analyzePackage(unpacked, [
			'**/*.js',
			'package.json',
		]);
		if (passed) return;
		console.log(`n8n's scanner: ${message}\n${details}`);
		process.exitCode = 1;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

void scan(process.cwd());
