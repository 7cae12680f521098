import { expect, it } from '@jest/globals';
import { FileContent, commentOnTask, listTasksByExternalSourceId, shownRequest } from '../../src';

it('a request to review has its path and query encoded', () => {
	const query = { external_source_id: 'deal 4/7' };
	expect(shownRequest(listTasksByExternalSourceId, { query })).toEqual({
		method: 'GET',
		path: '/tasks/by-external-source-id?external_source_id=deal%204%2F7',
	});
});

it('has the sizes of its files, and nothing of what is not sent', () => {
	const file = new FileContent(7, async () => await Promise.reject(new Error('read')));
	const contents = ['QUJD', 'QUI=', 'QQ==', file, 5];
	const attachments = contents.map((base64_content) => ({ base64_content }));
	const body = { comment: null, user_email: undefined, attachments };
	expect(shownRequest(commentOnTask, { params: { task_id: 10 }, body })).toStrictEqual({
		method: 'POST',
		path: '/tasks/10/comment',
		body: {
			comment: null,
			attachments: [3, 2, 1, 7]
				.map((size): object => ({ base64_content: { size } }))
				.concat({ base64_content: 5 }),
		},
	});
});
