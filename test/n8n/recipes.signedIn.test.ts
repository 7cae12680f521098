import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { organizations } from '../../tools/sandbox/seed/accounts';
import { findTask, saveTask } from '../../tools/sandbox/store/tasks/tasks';
import { listTasks } from '../../tools/scripts/demo/service';
import { owner } from '../../tools/scripts/n8n/owner';
import type { Browsing } from '../../tools/scripts/n8n/pages/browsing';
import { browseAs } from '../../tools/scripts/n8n/pages/browsing';
import type { Answer } from '../../tools/scripts/n8n/pages/forms';
import { fillInPage, submitForm } from '../../tools/scripts/n8n/pages/forms';
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

/** The titles of tasks at one step; one is of José, and all others are of Lena. */
const odd = `10001 "A" & 'B', <b>C</b>`;
const titles = ['Of Lena', 'Of José', 'Same', ' Same\n', odd, null, 'Long '.repeat(100)];
const ofLena = ['Of Lena (Legal approval)'];
let ids: number[];
beforeEach(async () => {
	const { service, clearRequests } = deciding().sandbox;
	const { tasks } = await listTasks(deciding().sandbox);
	const atStep = tasks.filter(({ current_step_id }) => current_step_id === 'legal_approval');
	ids = titles.map((task_title, index) => {
		const task = findTask(service.store, organizations.main, atStep[index]?.task_id ?? 0);
		const assignee_email = task_title === 'Of José' ? owner.email : lenaEmail;
		if (task) saveTask(service, { ...task, status: 'in_progress', task_title, assignee_email });
		return task?.task_id ?? 0;
	});
	clearRequests();
});

const decisions = (recipe = deciding) => requestsTo(recipe(), /\/approve$/);
const decision = ['approve', 'Read and checked'];
const decide = async (names: string[], more: string[] = [], query = '', values = ['']) => {
	const choose = async () => await Promise.resolve([names, ...decision, ...more]);
	return await submitForm(
		deciding().n8n,
		`apart-decide-as-yourself${query}`,
		values,
		[choose],
		lena,
	);
};

it('names who is signed in, whatever else the form is sent', async () => {
	const user = JSON.stringify({ email: owner.email });
	const query = `?user_email=${owner.email}&user=${encodeURIComponent(user)}`;
	const smuggled = [owner.email, JSON.stringify({ user: { email: owner.email } })];
	await decide(ofLena, smuggled, query, [owner.email, user]);
	expect(decisions().map(({ body }) => body)).toEqual([
		{ approved: true, comment: 'Read and checked', user_email: lenaEmail },
	]);
});

it('decides no task that the page did not offer', async () => {
	await decide(['Of José (Legal approval)']).catch(() => undefined);
	expect(decisions()).toEqual([]);
});

it('decides exactly the tasks whose names are chosen', async () => {
	const same = `Same (Legal approval, task ${ids[3]})`;
	const untitled = `Task ${ids[5]} (Legal approval)`;
	const { page } = await decide([same, `${odd} (Legal approval)`, untitled]);
	const decided = decisions().map(({ path }) => Number(path.split('/')[2]));
	expect(new Set(decided)).toEqual(new Set(ids.slice(3, 6)));
	expect(page).toContain('&lt;b&gt;C&lt;/b&gt; (Legal approval): approved.');
});

it('decides nothing when somebody else chooses the tasks, or confirms a list', async () => {
	const { n8n } = planning();
	const chooseAsJose: Answer = async (_page, url) => {
		await fillInPage(jose, url, [ofLena, ...decision]);
		return undefined;
	};
	const { page } = await submitForm(n8n, 'apart-decide-as-yourself', [''], [chooseAsJose], lena);
	expect(page).toContain('Somebody else answered this form');
	expect(decisions()).toEqual([]);

	const rows = 'task_id,step,decision,comment\n10042,legal_approval,approve,';
	const list = new File([rows], 'one.csv', { type: 'text/csv' });
	const confirmAsJose: Answer = async (_page, url) => {
		await fillInPage(jose, url, ['', 'Yes, decide']);
		return undefined;
	};
	const planned = await submitForm(n8n, 'apart-decide-by-list', [list], [confirmAsJose], lena);
	expect(planned.page).toContain('not confirmed by the person who made it');
	expect(decisions(planning)).toEqual([]);
});
