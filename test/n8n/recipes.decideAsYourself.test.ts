import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { owner } from '../../scripts/n8n/owner';
import type { Browsing } from '../../scripts/n8n/pages/browsing';
import { browseAs } from '../../scripts/n8n/pages/browsing';
import type { Answer } from '../../scripts/n8n/pages/forms';
import { fillInPage, submitFormAs } from '../../scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

const recipe = useRecipe('decide-as-yourself');
const [jose, lena] = [owner.email, 'lena.schroeder@meridian.example'];
let browsers: Record<string, Browsing> = {};

beforeAll(async () => {
	await recipe().publish();
	const { n8n } = recipe();
	browsers = { [jose]: browseAs(n8n, n8n.cookie), [lena]: await signIn(n8n, lena) };
});
beforeEach(() => recipe().sandbox.clearRequests());

const browserOf = (email: string): Browsing => browsers[email] ?? browseAs(recipe().n8n);

const decisions = () => requestsTo(recipe(), /\/approve$/);

/** The tasks that the page offers, in its order. */
const offered = (page: string): string[] =>
	[...page.matchAll(/class='multiselect-checkbox'[^>]*value='([^']+)'/g)].map(([, label]) =>
		String(label),
	);

const decision = ['approve', 'Read and checked'];
const yes: Answer = async () => await Promise.resolve(['', 'Yes, decide']);
/** Chooses the first of the tasks that a page offers. */
const theFirst: Answer = async (page) =>
	await Promise.resolve([offered(page).slice(0, 1), ...decision]);

const decide = async (
	email: string,
	{ choose = theFirst, confirm = yes, query = '', values = [] as string[] } = {},
) =>
	await submitFormAs(
		recipe().n8n,
		browserOf(email),
		`decide-as-yourself${query}`,
		values,
		choose,
		confirm,
	);

it.each([jose, lena])('decides in the name of %s, who is signed in', async (email) => {
	let ids: string[] = [];
	const choose: Answer = async (page) => {
		const labels = offered(page).slice(0, 2);
		ids = labels.map((label) => String(parseInt(label, 10)));
		return await Promise.resolve([labels, ...decision]);
	};
	const { page, execution } = await decide(email, { choose });
	expect(execution.error).toBeUndefined();
	expect(ids).toHaveLength(2);
	expect(page).toContain('2 of 2 decided');
	const body = { approved: true, comment: 'Read and checked', user_email: email };
	expect(decisions().map(({ path }) => path.split('/')[2])).toEqual(expect.arrayContaining(ids));
	expect(decisions().map((request) => request.body)).toEqual([body, body]);
});

it('sends nothing to the service for somebody who is not signed in', async () => {
	const { n8n, sandbox } = recipe();
	const nobody = browseAs(n8n);
	const url = `${n8n.url}/form/decide-as-yourself`;
	expect(await (await nobody.open(url)).text()).not.toContain('Show my tasks');
	const form = new FormData();
	form.set('user', JSON.stringify({ email: jose }));
	expect((await nobody.send(url, { method: 'POST', body: form })).status).toBe(401);
	const headers = { 'x-auth-token': 'none' };
	expect((await nobody.send(url, { method: 'POST', headers, body: form })).status).toBe(401);
	expect(sandbox.requests()).toEqual([]);
});

it('names who is signed in, whatever else the form is sent', async () => {
	const query = `?user_email=${jose}&user=${encodeURIComponent(JSON.stringify({ email: jose }))}`;
	const smuggled = [jose, JSON.stringify({ email: jose })];
	const choose: Answer = async (page) => [
		...((await theFirst(page, '')) ?? []),
		jose,
		JSON.stringify({ user: { email: jose } }),
	];
	await decide(lena, { query, values: smuggled, choose });
	expect(decisions().map(({ body }) => body)).toEqual([
		{ approved: true, comment: 'Read and checked', user_email: lena },
	]);
});

it('decides no task that the page did not offer', async () => {
	let other: string[] = [];
	await decide(jose, {
		choose: async (page) => {
			other = offered(page).slice(0, 1);
			return await theFirst(page, '');
		},
		confirm: async () => await Promise.resolve(['', 'No, decide nothing']),
	});
	expect(other).toHaveLength(1);
	const choose: Answer = async () => await Promise.resolve([other, ...decision]);
	await decide(lena, { choose, confirm: yes }).catch(() => undefined);
	expect(decisions()).toEqual([]);
});

it('decides nothing when somebody else confirms the plan', async () => {
	const { page } = await decide(lena, {
		confirm: async (_, url) => {
			await fillInPage(browserOf(jose), url, ['', 'Yes, decide']);
			return undefined;
		},
	});
	expect(page).toContain('0 of 1 decided');
	expect(page).toContain('differs from the plan');
	expect(decisions()).toEqual([]);
});

it('skips a task that has moved since the plan was shown', async () => {
	let id = '';
	const { page } = await decide(lena, {
		choose: async (tasks) => {
			id = String(parseInt(offered(tasks)[0] ?? '', 10));
			return await theFirst(tasks, '');
		},
		confirm: async (plan, url) => {
			await recipe().ask(`/tasks/${id}/approve`, { approved: true });
			recipe().sandbox.clearRequests();
			return await yes(plan, url);
		},
	});
	expect(page).toContain(`Task ${id}: skipped. The task has moved`);
	expect(decisions()).toEqual([]);
});

it('shows somebody for whom no task waits that nothing waits', async () => {
	const guest = await signIn(recipe().n8n, 'guest@n8n.example');
	const { page } = await submitFormAs(recipe().n8n, guest, 'decide-as-yourself', []);
	expect(page).toContain('No task at an approval step is assigned to guest@n8n.example');
	expect(decisions()).toEqual([]);
});
