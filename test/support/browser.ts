import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/**
 * Starts a headless Chromium: the one that CHROMIUM_PATH names, else that of the system.
 * @throws Error that says what to install when there is none.
 */
export const launch = async (): Promise<Browser> => {
	const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		throw new Error(
			`These tests need Chromium, and there is none at ${executablePath}. Install it (on Debian and Ubuntu: apt-get install chromium), or set CHROMIUM_PATH to the path of one.`,
		);
	}
	return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
};
