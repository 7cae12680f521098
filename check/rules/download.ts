import type { Body } from '../reading/body';
import { listIn } from '../reading/body';
import type { Departure } from '../reading/departure';
import { difference } from '../reading/departure';
import type { Rule } from './rule';

/** The address itself is told nowhere: who has it can download. */
const address = ({ download_url }: Body, place: string): Departure[] => {
	if (typeof download_url !== 'string') return [];
	const isWeb = URL.canParse(download_url) && /^https?:$/.test(new URL(download_url).protocol);
	if (isWeb) return [];
	return [
		difference(
			`${place}download_url`,
			'a presigned web address',
			'text that is no web address',
			'The nodes cannot download the document.',
		),
	];
};

/** The document that a step generated. */
export const stepDocument: Rule = ({ body }) => address(body, '');

/** Section 4: `total` is the number of documents returned. */
const total = ({ body }: Parameters<Rule>[0]): Departure[] => {
	const count = listIn(body, 'documents').length;
	if (!Number.isSafeInteger(body.total) || body.total === count) return [];
	return [
		difference(
			'total',
			'the number of documents in the answer',
			`${String(body.total)} of ${count}`,
			'A workflow that relies on this number expects too many or too few documents.',
		),
	];
};

/** The signed documents of a task. */
export const signedDocuments: Rule = (answer) => [
	...total(answer),
	...listIn(answer.body, 'documents').flatMap((document, index) =>
		address(document, `documents[${index}].`),
	),
];
