import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import lengths from './lengths.mjs';

/** At most so many words. */
const most = { sentence: 25, average: 15, paragraph: 80, tableCell: 30 };

/** Phrases that have a plainer word, as regular expressions. */
const plainer = {
	'all the same': 'still, or equal',
	'as (?:it is|they are)': 'unchanged',
	'at once': 'immediately, or at the same time',
	blank: 'empty',
	'(?:comes?|came|coming) out': 'is returned',
	holds: 'applies, or contains',
	likewise: 'also',
	'look(?:s|ed|ing)? at': 'check, or read',
	meanwhile: 'leave it out',
	'of (?:its|their) own': 'its own, or separate',
	'of which': 'a new sentence',
	'save for': 'except',
	'stands?|stood': 'is, or means',
	'such as it is': 'leave it out',
	things: 'name them',
	told: 'reported, or notified',
	'whichever|whoever': 'anyone who',
};

/** One spelling for each term. */
const terms = {
	'dry-runs?': 'dry run',
	'e-mails?': 'email',
	'rate-limit': 'rate limit',
	'spread sheet': 'spreadsheet',
	'time-outs?|time outs?': 'timeout',
	'web[ -]hooks?': 'webhook',
};

/** Reports words to replace, each with its replacement. Code is not checked. */
function wording(instead) {
	const rules = Object.entries(instead).map(([words, use]) => [
		new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, 'gi'),
		use,
	]);
	return (tree, file) =>
		visit(tree, 'text', (text) => {
			for (const [words, use] of rules) {
				for (const [found] of text.value.matchAll(words)) {
					file.message(`“${found}”: ${use}`, text);
				}
			}
		});
}

export default {
	plugins: [
		'remark-gfm',
		['remark-validate-links', { repository: false }],
		[lengths, most],
		[wording, { ...plainer, ...terms }],
		[remarkRetext, unified().use(retextEnglish).use(retextRepeatedWords)],
	],
};
