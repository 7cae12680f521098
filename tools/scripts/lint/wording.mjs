import { visit } from 'unist-util-visit';

/** Reports words to replace, each with its replacement. Code is not checked. */
export default function wording(instead) {
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
