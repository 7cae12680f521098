/*
 * Checks a chain of receipts and names the first broken one:
 * `node tools/scripts/checkReceipts.mjs <file>`. The file is JSON: a list of receipts, or of items with
 * a receipt in `receipt` or `error.receipt`, or both. Items without a receipt are skipped. A second
 * argument is the hash before the first receipt, by default 64 zeros. The script uses none of this
 * project's code, and needs only Node.js.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const proofs = ['canonical', 'previous_hash', 'hash'];

const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/** RFC 8785: keys in the order of their UTF-16 code units. JSON.stringify does the rest. */
const canonical = (value) => {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const members = Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
	return `{${members.join(',')}}`;
};

/** The receipt of an entry, or the entry itself; none for an item without one. */
const receiptsOf = (entry) => {
	const item = entry?.json ?? entry;
	const receipt = item?.receipt ?? item?.error?.receipt;
	if (receipt !== undefined) return [receipt];
	return proofs.some((name) => name in Object(item)) ? [item] : [];
};

/** What is wrong with a receipt after `previous`; undefined if nothing is. */
const faultOf = (receipt, previous) => {
	if (typeof receipt?.canonical !== 'string')
		return 'It is not a receipt, because it has no canonical text';
	const { canonical: text, previous_hash: follows, hash } = receipt;
	if (follows !== previous)
		return `Link: its previous_hash is ${follows}, but the hash before it is ${previous}`;
	if (sha256(follows + text) !== hash)
		return 'Hash: its hash is not the hash of its canonical text';
	const facts = Object.entries(receipt).filter(([name]) => !proofs.includes(name));
	if (canonical(Object.fromEntries(facts)) !== text) {
		return 'Facts: they do not match its canonical text';
	}
	return sha256(canonical(receipt.request)) === receipt.request_sha256
		? undefined
		: 'Request: request_sha256 is not the hash of the request';
};

/** How many names a JSON text contains: each is a string followed by a colon. */
const namesIn = (text) =>
	[...text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"\s*(:?)/g)].filter(([, colon]) => colon).length;

const membersIn = (value) => {
	if (typeof value !== 'object' || value === null) return 0;
	const own = Array.isArray(value) ? 0 : Object.keys(value).length;
	return Object.values(value).reduce((sum, member) => sum + membersIn(member), own);
};

const [file, first = '0'.repeat(64)] = process.argv.slice(2);
const text = readFileSync(file ?? 0, 'utf8');
const entries = JSON.parse(text);
// JSON.parse keeps the last value of a repeated name. Another parser may keep the first.
if (namesIn(text) !== membersIn(entries)) {
	console.log(
		'The file is broken. An object in it has the same name twice, so it can be read in two ways.',
	);
	process.exit(1);
}
const receipts = entries.flatMap(receiptsOf);
let previous = first;
for (const [index, receipt] of receipts.entries()) {
	const fault = faultOf(receipt, previous);
	if (fault !== undefined) {
		console.log(`Receipt ${index} (counted from 0) is broken. ${fault}.`);
		process.exit(1);
	}
	previous = receipt.hash;
}
console.log(`${receipts.length} receipts checked, none is broken. The last hash is ${previous}.`);
