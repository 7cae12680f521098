import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { owner } from '../../tools/scripts/n8n/owner';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { browseAs } from '../../tools/scripts/n8n/pages/browsing';
import type { Answer } from '../../tools/scripts/n8n/pages/forms';
import { fillInPage, submitFormAs } from '../../tools/scripts/n8n/pages/forms';
import { requestsTo, useRecipe } from './recipe';
import { signIn } from './signedIn';

/* The forms that decide after a plan, filled in by two people: no trial of a recipe has two. */

const deciding = useRecipe('decide-as-yourself');
const planning = useRecipe('plan-then-decide');
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
const yes = ['', 'Yes, decide'];
const confirm: Answer = async () => await Promise.resolve(yes);
const confirmAsJose: Answer = async (_page, url) => {
	await fillInPage(jose, url, yes);
	return undefined;
};
const chooseFirst: Answer = async (page) =>
	await Promise.resolve([offered(page).slice(0, 1), ...decision]);

const decide = async (by: Browsing, choose: Answer, answer: Answer, query = '', values = ['']) =>
	await submitFormAs(deciding().n8n, by, `decide-as-yourself${query}`, values, choose, answer);

it('names who is signed in, whatever else the form is sent', async () => {
	const user = JSON.stringify({ email: owner.email });
	const query = `?user_email=${owner.email}&user=${encodeURIComponent(user)}`;
	const smuggled = [owner.email, JSON.stringify({ user: { email: owner.email } })];
	const choose: Answer = async (page) =>
		await Promise.resolve([offered(page).slice(0, 1), ...decision, ...smuggled]);
	await decide(lena, choose, confirm, query, [owner.email, user]);
	expect(decisions().map(({ body }) => body)).toEqual([
		{ approved: true, comment: 'Read and checked', user_email: lenaEmail },
	]);
});

it('decides no task that the page did not offer', async () => {
	let ofJose: string[] = [];
	const no: Answer = async () => await Promise.resolve(['', 'No, decide nothing']);
	await decide(
		jose,
		async (page) => {
			ofJose = offered(page).slice(0, 1);
			return await chooseFirst(page, '');
		},
		no,
	);
	expect(ofJose).toHaveLength(1);
	const choose: Answer = async () => await Promise.resolve([ofJose, ...decision]);
	await decide(lena, choose, confirm).catch(() => undefined);
	expect(decisions()).toEqual([]);
});

it('decides nothing when somebody else confirms what was chosen, or a list', async () => {
	const { page } = await decide(lena, chooseFirst, confirmAsJose);
	expect(page).toContain('not confirmed by the person who made it');
	expect(decisions()).toEqual([]);

	const list = new File(['task_id,decision\n10042,approve'], 'one.csv', { type: 'text/csv' });
	const { n8n } = planning();
	const planned = await submitFormAs(n8n, lena, 'plan-decisions', [list], confirmAsJose);
	expect(planned.page).toContain('not confirmed by the person who made it');
	expect(decisions(planning)).toEqual([]);
});
