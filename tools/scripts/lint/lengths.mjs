import { toNlcst } from 'mdast-util-to-nlcst';
import { toString } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import { visit } from 'unist-util-visit';

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

const names = { paragraph: 'paragraph', tableCell: 'table cell' };

/** Limits the number of words in sentences, paragraphs and table cells. */
export default function lengths(most) {
	return (tree, file) => {
		const inParagraphs = [];
		const check = (name, words, limit, place) => {
			if (words > limit) file.message(`A ${name} of ${words} words: at most ${limit}`, place);
		};
		visit(tree, ['paragraph', 'tableCell'], (block) => {
			const sentences = sentencesOf(block, file);
			const words = sentences.map((one) => one.words);
			check(names[block.type], sum(words), most[block.type], block);
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
