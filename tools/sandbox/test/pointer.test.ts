import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Service } from './support/service';
import { startService } from './support/service';

let service: Service;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.sandbox.stop());

const asked = async (path: string, accept: string) => {
	const response = await fetch(service.sandbox.baseUrl + path, { headers: { accept } });
	return {
		status: response.status,
		type: response.headers.get('content-type'),
		text: await response.text(),
	};
};

const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each(['/', '/tasks', '/favicon.ico'])(
	'%s of the API leads a browser to the page, and a program nowhere',
	async (path) => {
		const { appUrl } = service.sandbox;
		const page = await asked(path, ofBrowser);
		expect([page.status, page.type]).toEqual([404, 'text/html; charset=utf-8']);
		expect(page.text).toContain(`<a href="${appUrl}">`);
		for (const accept of ['application/json', '*/*']) {
			const { status, text } = await asked(path, accept);
			expect([status, JSON.parse(text)]).toEqual([404, { detail: 'Not Found' }]);
		}
	},
);

it('what the API has, it answers a browser as any program', async () => {
	const { status, type } = await asked('/tasks/10001', ofBrowser);
	expect([status, type]).toEqual([401, 'application/json; charset=utf-8']);
});
