import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	SOURCE_FILE_PATTERNS,
	analyzePackage,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { npm } from '../n8n/installation/npm';
import { installPackage, packPackage } from '../n8n/installation/pack';

/**
 * The two passes of n8n's verification scanner, without its registry look-ups: on the source code,
 * and on the tarball of a new build. Both ignore inline configuration.
 */
const scan = async (project: string) => {
	const folder = await mkdtemp(path.join(tmpdir(), 'contract-workflow-scan-'));
	try {
		await npm(['run', 'build'], { cwd: project });
		const unpacked = await installPackage(await packPackage(project, folder), folder);
		const passes: Array<[string, string, string[]]> = [
			['source', project, SOURCE_FILE_PATTERNS],
			['tarball', unpacked, ['**/*.js', 'package.json']],
		];
		for (const [name, root, patterns] of passes) {
			const { passed, message, details } = await analyzePackage(root, patterns);
			console.log(`n8n package scan, ${name}: ${passed ? 'passed' : message}`);
			if (details) console.log(details);
			if (!passed) process.exitCode = 1;
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

void scan(process.cwd());
