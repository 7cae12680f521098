import { marked } from '../../../../shared/loopGuard';

const linkText = 'Answer on this page. Anyone with this link can answer:';

/** With the marker behind it, the line ends within the first 100 characters of the comment. */
const longestHeading = 80;

/** The heading of a question, and what of its message follows the link. */
const partsOf = (message: string): { readonly heading: string; readonly rest: string } => {
	const text = message.trim();
	const [first = ''] = text.split(/[\r\n]/, 1);
	const line = first.trimEnd();
	if (line.includes('://')) return { heading: '', rest: text };
	const signs = [...line];
	const rest = text.slice(line.length).trim();
	if (signs.length <= longestHeading) return { heading: line, rest };
	return { heading: `${signs.slice(0, longestHeading - 1).join('')}…`, rest: text };
};

/**
 * The comment that asks a question: the first line of the message, the link, the rest. So a reader
 * sees the question first, and no message, for example of a model, can put another link above the
 * true one. The link is on a line of its own: the API text does not show whether the service turns
 * URLs into links.
 */
export const questionComment = (message: string, link: string, addMarker = true): string => {
	const { heading, rest } = partsOf(message);
	const parts = [`${linkText}\n${link}`, rest].filter(Boolean);
	return marked(parts.join('\n\n'), addMarker, heading);
};
