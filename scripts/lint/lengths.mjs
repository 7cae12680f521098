import { toNlcst } from 'mdast-util-to-nlcst';
import { toString } from 'nlcst-to-string';
import { ParseEnglish } from 'parse-english';
import { visit } from 'unist-util-visit';

/** Code between words reads as a word. */
const isWord = ({ type }) => type === 'WordNode' || type === 'SourceNode';

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** The sentences of a paragraph or of a table cell, each with the number of its words. */
const sentencesOf = (block, file) => {
	const sentences = [];
	visit(toNlcst({ ...block, type: 'paragraph' }, file, ParseEnglish), 'SentenceNode', (node) => {
		const words = node.children.filter(isWord).length;
		if (words > 0) sentences.push({ node, words });
	});
	return sentences;
};

const names = { paragraph: 'paragraph', tableCell: 'table cell' };

/** Holds sentences, paragraphs and table cells to a number of words. */
export default function lengths(most) {
	return (tree, file) => {
		const inParagraphs = [];
		const check = (name, words, limit, place) => {
			if (words > limit) file.message(`A ${name} of ${words} words: at most ${limit}`, place);
		};
		visit(tree, ['paragraph', 'tableCell'], (block) => {
			const sentences = sentencesOf(block, file);
			const lengthsOf = sentences.map(({ words }) => words);
			check(names[block.type], sum(lengthsOf), most[block.type], block);
			if (block.type === 'tableCell') return;
			for (const { node, words } of sentences) {
				check(`sentence (“${toString(node).slice(0, 40)}…”)`, words, most.sentence, node);
			}
			inParagraphs.push(...lengthsOf);
		});
		const average = Number((sum(inParagraphs) / inParagraphs.length).toFixed(1));
		check('sentence, on average,', average, most.average);
	};
}
