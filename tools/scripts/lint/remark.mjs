import { toNlcst } from 'mdast-util-to-nlcst';
import { toString } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** At most so many words. */
const most = { sentence: 25, average: 15, paragraph: 80, tableCell: 30 };

/** What to write instead of a phrase: a plainer word, or the one spelling of a term. */
const instead = {
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
	'dry-runs?': 'dry run',
	'e-mails?': 'email',
	'rate-limit': 'rate limit',
	'spread sheet': 'spreadsheet',
	'time-outs?|time outs?': 'timeout',
	'web[ -]hooks?': 'webhook',
};

/** Code between words counts as a word. */
const isWord = ({ type }) => type === 'WordNode' || type === 'SourceNode';

const isEnd = (node, next) =>
	/^(?!\w\.\w\.$).*[.!?]$/.test(toString(node)) && next?.type === 'WhiteSpaceNode';

/** The parser does not split before a lower-case letter, but many sentences start with n8n. */
const splitAtEnds = ({ children }) => {
	const ends = children.flatMap((node, place) =>
		isEnd(node, children[place + 1]) ? [place + 1] : [],
	);
	return [...ends, children.length].map((end, place) => children.slice(ends[place - 1] ?? 0, end));
};

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The sentences of a paragraph or a table cell, each with its number of words. */
const sentencesOf = (block, file) => {
	const sentences = [];
	visit(
		toNlcst({ ...block, type: 'paragraph' }, file, ParseEnglish),
		'SentenceNode',
		(sentence) => {
			for (const nodes of splitAtEnds(sentence)) {
				const words = nodes.filter(isWord).length;
				if (words > 0) sentences.push({ start: toString(nodes).trim().slice(0, 40), words });
			}
		},
	);
	return sentences;
};

/** Limits the number of words in sentences, paragraphs and table cells. */
function lengths(most) {
	return (tree, file) => {
		const inParagraphs = [];
		const check = (name, words, limit, place) => {
			if (words > limit) file.message(`A ${name} of ${words} words: at most ${limit}`, place);
		};
		visit(tree, ['paragraph', 'tableCell'], (block) => {
			const sentences = sentencesOf(block, file);
			const words = sentences.map((one) => one.words);
			check(
				block.type === 'tableCell' ? 'table cell' : 'paragraph',
				sum(words),
				most[block.type],
				block,
			);
			if (block.type === 'tableCell') return;
			for (const one of sentences) {
				check(`sentence (“${one.start}…”)`, one.words, most.sentence, block);
			}
			inParagraphs.push(...words);
		});
		const average = Number((sum(inParagraphs) / inParagraphs.length).toFixed(1));
		check('sentence, on average,', average, most.average);
	};
}

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
		[wording, instead],
		[remarkRetext, unified().use(retextEnglish).use(retextRepeatedWords)],
	],
};
