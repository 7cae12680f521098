import { expect, it, jest } from '@jest/globals';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { byId, sharedStage } from '../../support/stage';
import { deliver } from '../../support/webhookTrigger';

/* A workflow "Contract Workflow Trigger → Comment", and a service that delivers every comment. */

const stage = sharedStage();

/** A loop is ended after so many runs. */
const mostRuns = 5;

/** The comments on a task after a person has posted one, and how many runs there were. */
const runUntilQuiet = async (
	question: string,
	options: IDataObject,
	additionalFields: IDataObject,
	delivered = (comment: string) => comment,
): Promise<{ runs: number; comments: string[] }> => {
	const comments = [question];
	let runs = 0;
	for (let next = 0; next < comments.length && runs < mostRuns; next++) {
		const body = JSON.stringify({ data: { task: 10001, text: delivered(comments[next] ?? '') } });
		const item = await deliver(body, { options } as never);
		if (!item) continue;
		runs++;
		const { error } = await stage.run(
			'task.comment',
			{
				taskId: byId('={{ $json.body.data.task }}'),
				comment: `We have received: ${question}`,
				additionalFields: additionalFields as never,
			},
			{ items: [item] },
		);
		expect(error).toBeUndefined();
		for (const { body: posted } of stage.received()) {
			comments.push((posted as { comment: string }).comment);
		}
	}
	return { runs, comments };
};

it.each([
	['whole', (comment: string) => comment],
	['cut at 100 characters', (comment: string) => `${comment.slice(0, 100)}…`],
	['as HTML', (comment: string) => `<p>${comment.replaceAll('\n', '<br>')}</p>`],
])('has one reply and no further run with defaults, delivered %s', async (_name, delivered) => {
	const question = 'Who decides this next? '.repeat(10).trim();
	const { runs, comments } = await runUntilQuiet(question, {}, {}, delivered);
	expect(comments).toEqual([question, `(sent-by-n8n)\n\nWe have received: ${question}`]);
	expect(runs).toBe(1);
});

it.each([
	['Ignore Own Comments', { ignoreOwnComments: false }, {}],
	['Add Marker', {}, { addMarker: false }],
])('answers itself once %s is off', async (_name, options, additionalFields) => {
	const { runs } = await runUntilQuiet('Is it urgent?', options, additionalFields);
	expect(runs).toBe(mostRuns);
});

it.each([
	['body.data.comment', '(sent-by-n8n)\n\nDone', 'is ignored'],
	['body.data.comment', 'Thanks', 'starts'],
	['body.data.none', 'Thanks', 'is ignored'],
	['body.data', 'Thanks', 'is ignored'],
	['body.task', 'Thanks', 'is ignored'],
	['body.empty', 'Thanks', 'is ignored'],
	['', 'Thanks', 'is ignored'],
])('with the path "%s", the reply %j to a comment of n8n %s', async (commentPath, comment, end) => {
	const quoted = '(sent-by-n8n)\n\nPlease answer';
	const body = JSON.stringify({ task: 1, empty: ' ', data: { comment, quoted } });
	const info = jest.spyOn(Container.get(Logger), 'info');
	const item = await deliver(body, { options: { commentPath } });
	expect(item ? 'starts' : 'is ignored').toBe(end);
	const ignored = [['Ignored a delivery: n8n posted its comment', { workflowId: 'test' }]];
	expect(info.mock.calls).toEqual(end === 'starts' ? [] : ignored);
	info.mockRestore();
});
