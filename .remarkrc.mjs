import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import lengths from './scripts/lint/lengths.mjs';
import wording from './scripts/lint/wording.mjs';

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
	'idempotence key|idempotent key': 'idempotency key',
	'rate-limit': 'rate limit',
	'spread sheet': 'spreadsheet',
	'time-outs?|time outs?': 'timeout',
	'web[ -]hooks?': 'webhook',
};

/** Pages that are still to be rewritten. This list only gets shorter. */
const notYet = new Set([
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'README.md',
	'SECURITY.md',
	'docs/agents.md',
	'docs/api.md',
	'docs/benchmark.md',
	'docs/compatibility.md',
	'docs/credentials.md',
	'docs/decisions/05-items-run-in-lanes.md',
	'docs/decisions/06-a-list-is-proven-whole.md',
	'docs/decisions/07-the-node-checks-only-what-it-relies-on.md',
	'docs/decisions/11-the-journal-remembers-sent-writes.md',
	'docs/decisions/12-a-decision-is-held-to-a-step.md',
	'docs/decisions/13-time-outs-of-our-own.md',
	'docs/decisions/14-the-authentication-parameter-holds-the-credential-type.md',
	'docs/decisions/15-output-is-simplified.md',
	'docs/decisions/16-the-webhook-trigger-assumes-no-payload.md',
	'docs/decisions/22-filters-that-the-service-lacks.md',
	'docs/decisions/23-conditions-are-one-group.md',
	'docs/decisions/26-a-dry-run-is-the-run-without-sending.md',
	'docs/decisions/29-a-question-is-an-operation.md',
	'docs/decisions/30-n8n-remembers-the-keys.md',
	'docs/decisions/31-saved-workflows-are-compared-with-the-published-ones.md',
	'docs/decisions/32-the-npm-readme-is-made-when-packing.md',
	'docs/decisions/33-rows-are-compared-by-digest.md',
	'docs/decisions/36-a-hidden-property-keeps-what-n8n-drops.md',
	'docs/decisions/37-safeguards-surround-every-write.md',
	'docs/decisions/38-safeguards-speak-beside-the-output.md',
	'docs/decisions/39-an-operation-has-facets.md',
	'docs/decisions/42-answers-are-bounded.md',
	'docs/decisions/43-a-delivery-id-counts-once-stored.md',
	'docs/decisions/45-chosen-fields-are-compared-by-value.md',
	'docs/decisions/46-the-page-of-a-question-is-static.md',
	'docs/decisions/47-a-key-has-two-entries.md',
	'docs/decisions/48-a-mirror-merges-in-one-statement.md',
	'docs/decisions/51-options-have-headings.md',
	'docs/decisions/52-the-caller-of-a-tool-comes-from-the-trigger.md',
	'docs/decisions/README.md',
	'docs/demo-video.md',
	'docs/design.md',
	'docs/errors.md',
	'docs/folders.md',
	'docs/fresh-machine.md',
	'docs/glossary.md',
	'docs/mcp.md',
	'docs/mirror.md',
	'docs/network.md',
	'docs/openapi.md',
	'docs/operations.md',
	'docs/quickstart.md',
	'docs/recipes.md',
	'docs/reference/document.md',
	'docs/reference/group.md',
	'docs/reference/options.md',
	'docs/reference/polling-trigger.md',
	'docs/reference/task.md',
	'docs/reference/trigger.md',
	'docs/reference/workflow.md',
	'docs/releasing.md',
	'docs/sandbox.md',
	'docs/troubleshooting.md',
	'docs/upgrading.md',
	'docs/variables.md',
	'docs/who-acts.md',
]);

/** A rule for all pages but those. */
const held = (rule) =>
	function (...options) {
		const check = rule.apply(this, options);
		return (tree, file) => (notYet.has(file.path) ? undefined : check(tree, file));
	};

export default {
	plugins: [
		'remark-gfm',
		['remark-validate-links', { repository: false }],
		[held(lengths), most],
		[held(wording), { ...plainer, ...terms }],
		[held(remarkRetext), unified().use(retextEnglish).use(retextRepeatedWords)],
	],
};
