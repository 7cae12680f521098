import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../support/operations.table';
import type { Leaf } from './leaves';
import { leavesOf } from './leaves';
import { faultOf, learntOf, outcomeWith } from './oracle';
import { anyJson, seed } from './values';

/** How many values the parameters are given together. */
const wantedCases = Number(process.env.CONTRACT_WORKFLOW_CASES ?? 10_000);

/** Shown by its name where a case fails. */
const named = (leaf: Leaf) => ({ leaf, [fc.toStringMethod]: () => leaf.name });

const rows = operations.map((operation) => [operation.name, leavesOf(operation)] as const);
const inAll = rows.reduce((sum, [, leaves]) => sum + leaves.length, 0);

describe('nothing is sent, or what is sent is what was meant', () => {
	it.each(rows)('%s', async (operation, leaves) => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...leaves.map(named)),
				fc.boolean(),
				anyJson,
				async ({ leaf }, wantsFixed, value) => {
					const isFixed = wantsFixed || leaf.property.noDataExpression === true;
					// Text that n8n takes for an expression is one, at any depth.
					fc.pre(!isFixed || !JSON.stringify(value).includes('"='));
					const outcome = await outcomeWith(leaf, value, isFixed);
					const fault = faultOf(await learntOf(leaf), value, outcome, isFixed);
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
