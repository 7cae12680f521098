import { expect, it } from '@jest/globals';
import { FileContent, commentOnTask, shownRequest } from '../../src';

it('a request to review has the sizes of its files, and nothing of what is not sent', () => {
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
