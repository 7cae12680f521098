import type { Row } from '../../src';
import { digestOfRow } from '../shared/digest';

/** Short, and other for other content. The link of a task is no content of it. */
export const digest = ({ task_url: _link, ...content }: Row): string =>
	digestOfRow(content, 'base64url').slice(0, 16);
