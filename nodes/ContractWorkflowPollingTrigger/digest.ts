import { hash } from 'node:crypto';
import type { Row } from '../../src';

/** Short, and other for other content. The link of a task is no content of it. */
export const digest = (row: Row): string => {
	const text = JSON.stringify({ ...row, task_url: undefined });
	return hash('sha256', text, 'base64url').slice(0, 16);
};
