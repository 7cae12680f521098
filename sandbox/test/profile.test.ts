import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ProfileError, readProfile } from '../profile';

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'profiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a profile is refused when it is none, is of another version, or has what none has', async () => {
	const wrong = async (content: unknown): Promise<string> => {
		const file = join(folder, 'wrong.json');
		await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
		return file;
	};
	const kind = 'contract-workflow-sandbox-profile';
	for (const [content, message] of [
		['{', /is not a profile of a sandbox/],
		[{ kind: 'other' }, /is not a profile of a sandbox/],
		[{ kind, version: 2, choices: {} }, /a different sandbox version/],
		[{ kind, version: 1, choices: { taskOrder: 'random' } }, /choices\.taskOrder/],
		[{ kind, version: 1, choices: { apiKey: 'x' } }, /apiKey/],
	] as const) {
		const file = await wrong(content);
		expect(() => readProfile(file)).toThrow(ProfileError);
		expect(() => readProfile(file)).toThrow(message);
	}
});
