import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Stage } from '../../support/stage';
import { itemsOf } from '../../support/stage';

/**
 * Runs an operation over a right item and a wrong one, and gives the reason of the refusal. Nothing
 * may be written, for the right item neither.
 */
export const refusalsAt =
	(stage: () => Stage) =>
	async (
		operation: string,
		parameters: INodeParameters,
		right: IDataObject,
		wrong: IDataObject,
	): Promise<string | undefined> => {
		const { error, output } = await stage().run(operation, parameters, {
			items: itemsOf(right, wrong),
		});
		expect(
			stage()
				.received()
				.filter(({ request }) => !request.startsWith('GET')),
		).toEqual([]);
		expect(output).toEqual([]);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
		const [, faults = '', advice] =
			/^(.*?)(Nothing was sent.*)$/s.exec(error?.description ?? '') ?? [];
		expect(advice).toMatch(/^Nothing was sent\. Correct the fields? and run again\./);
		const list = faults.split('\n').flatMap((line) => /^• (.+)$/.exec(line)?.[1] ?? []);
		return list.length === 0 ? error?.message : `${error?.message}: ${list.join('; ')}`;
	};
