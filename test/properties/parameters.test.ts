import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../support/operations.table';
import { seed } from '../support/seed';
import { leavesOf } from './leaves';
import type { Learnt } from './oracle';
import { faultOf, learn, outcomeWith } from './oracle';
import { anyJson } from './values';

/** How many values the parameters are given together. */
const wantedCases = Number(process.env.CONTRACT_WORKFLOW_CASES ?? 10_000);

/** Shown by its name where a case fails. */
const named = (known: Learnt) => ({ known, [fc.toStringMethod]: () => known.leaf.name });

// How the name of a file is cleaned is told by `test/nodes/fileName.test.ts`.
const rows = operations.map((operation) => {
	const leaves = leavesOf(operation).filter(({ name }) => !name.endsWith('fileName'));
	return [operation.name, leaves] as const;
});
const inAll = rows.reduce((sum, [, leaves]) => sum + leaves.length, 0);

describe('nothing is sent, or what is sent is what was meant', () => {
	it.each(rows)('%s', async (operation, leaves) => {
		const learnt: Learnt[] = [];
		for (const leaf of leaves) learnt.push(await learn(leaf));
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...learnt.map(named)),
				fc.boolean(),
				anyJson,
				async ({ known }, wantsFixed, value) => {
					const { leaf } = known;
					const isFixed = wantsFixed || leaf.property.noDataExpression === true;
					// Text that n8n takes for an expression is one, at any depth.
					fc.pre(!isFixed || !JSON.stringify(value).includes('"='));
					const outcome = await outcomeWith(leaf, value, isFixed);
					const fault = faultOf(known, value, outcome, isFixed);
					if (fault === undefined) return;
					const sent = JSON.stringify(outcome.requests);
					const given = `${operation}, ${leaf.name}, ${JSON.stringify(value)}`;
					throw new Error(`${given}: ${fault}. Sent: ${sent}`);
				},
			),
			{
				seed,
				numRuns: Math.ceil((wantedCases * leaves.length) / inAll),
				// The error names the operation, the parameter and the value. A shorter one takes minutes to find.
				endOnFailure: true,
			},
		);
	});
});
