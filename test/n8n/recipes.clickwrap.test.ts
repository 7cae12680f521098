import { expect, it } from '@jest/globals';
import { jsonOf } from '../../scripts/n8n/executions';
import { executionsOf } from '../../scripts/n8n/publication';
import { requestsTo, useRecipe } from './recipe';

const slug = 'terms-of-service';
const recipe = useRecipe('watch-clickwrap');

/** Publishing polls at once. */
const poll = async (runsSoFar: number) => {
	const { n8n, file, publish, unpublish } = recipe();
	await publish();
	const runs = await executionsOf(n8n, file.id, runsSoFar);
	await unpublish();
	return runs;
};

it('only remembers what is there at first, and says nothing while nothing is new', async () => {
	expect(await poll(0)).toEqual([]);
	expect(await poll(0)).toEqual([]);
});

it('makes one message of a new version, with its text', async () => {
	const { sandbox, n8n, file } = recipe();
	const before = await executionsOf(n8n, file.id, 0);
	sandbox.clearRequests();
	sandbox.publishClickwrap(slug, { content: 'Never seen', content_html: null });
	const content = 'By using the service you accept § 1 to § 5 – 第五条.';
	const version = sandbox.publishClickwrap(slug, { content, content_html: null });
	const [run, ...more] = await poll(1);
	expect(before).toEqual([]);
	expect(more).toEqual([]);
	expect(run?.status).toBe('success');
	const messages = run && jsonOf(run, 'Message');
	expect(messages).toEqual([
		{
			subject: `New version ${version}: Terms of service`,
			text: expect.stringContaining(content),
			slug,
			version,
			created_at: expect.stringMatching(/^\d{4}-/),
		},
	]);
	expect(JSON.stringify(messages)).not.toContain('Never seen');
	expect(requestsTo(recipe(), new RegExp(`/${slug}$`))).toHaveLength(2);
});

it('tells of no version twice', async () => {
	expect(await poll(1)).toHaveLength(1);
});

it('shows the active version in a test', async () => {
	const execution = await recipe().run();
	expect(execution.status).toBe('success');
	expect(jsonOf(execution, 'Message')).toHaveLength(1);
});
