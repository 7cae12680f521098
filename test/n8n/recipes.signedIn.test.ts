import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { owner } from '../../tools/scripts/n8n/owner';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { browseAs } from '../../tools/scripts/n8n/pages/browsing';
import type { Answer } from '../../tools/scripts/n8n/pages/forms';
import { fillInPage, submitFormAs } from '../../tools/scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

/* The forms that decide, filled in by two people: no trial of a recipe has two. */

const deciding = useRecipe('decide-as-yourself');
const planning = useRecipe('bulk-approval-from-spreadsheet');
const lenaEmail = 'lena.schroeder@meridian.example';
let jose: Browsing;
let lena: Browsing;
beforeAll(async () => {
	const { n8n } = deciding();
	await deciding().publish();
	await planning().publish();
	jose = browseAs(n8n, n8n.cookie);
	lena = await signIn(n8n, lenaEmail);
});
beforeEach(() => deciding().sandbox.clearRequests());

const decisions = (recipe = deciding) => requestsTo(recipe(), /\/approve$/);

/** The tasks that the page offers, in its order. */
const offered = (page: string): string[] =>
	[...page.matchAll(/class='multiselect-checkbox'[^>]*value='([^']+)'/g)].map(([, label]) =>
		String(label),
	);

const decision = ['approve', 'Read and checked'];
const decide = async (by: Browsing, choose: Answer, query = '', values = ['']) =>
	await submitFormAs(deciding().n8n, by, `decide-as-yourself${query}`, values, choose);

it('names who is signed in, whatever else the form is sent', async () => {
	const user = JSON.stringify({ email: owner.email });
	const query = `?user_email=${owner.email}&user=${encodeURIComponent(user)}`;
	const smuggled = [owner.email, JSON.stringify({ user: { email: owner.email } })];
	const choose: Answer = async (page) =>
		await Promise.resolve([offered(page).slice(0, 1), ...decision, ...smuggled]);
	await decide(lena, choose, query, [owner.email, user]);
	expect(decisions().map(({ body }) => body)).toEqual([
		{ approved: true, comment: 'Read and checked', user_email: lenaEmail },
	]);
});

it('decides no task that the page did not offer', async () => {
	let ofJose: string[] = [];
	await decide(jose, async (page) => {
		ofJose = offered(page).slice(0, 1);
		return await Promise.resolve([]);
	}).catch(() => undefined);
	expect(ofJose).toHaveLength(1);
	const choose: Answer = async () => await Promise.resolve([ofJose, ...decision]);
	await decide(lena, choose).catch(() => undefined);
	expect(decisions()).toEqual([]);
});

it('decides nothing when somebody else chooses the tasks, or confirms a list', async () => {
	const { page } = await decide(lena, async (chosenPage, url) => {
		await fillInPage(jose, url, [offered(chosenPage).slice(0, 1), ...decision]);
		return undefined;
	});
	expect(page).toContain('Somebody else answered this form');
	expect(decisions()).toEqual([]);

	const rows = 'task_id,step,decision,comment\n10042,legal_approval,approve,';
	const list = new File([rows], 'one.csv', { type: 'text/csv' });
	const confirmAsJose: Answer = async (_page, url) => {
		await fillInPage(jose, url, ['', 'Yes, decide']);
		return undefined;
	};
	const { n8n } = planning();
	const planned = await submitFormAs(n8n, lena, 'decide-by-list', [list], confirmAsJose);
	expect(planned.page).toContain('not confirmed by the person who made it');
	expect(decisions(planning)).toEqual([]);
});
