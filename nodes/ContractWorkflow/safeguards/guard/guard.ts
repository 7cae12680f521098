import type { Row } from '../../../../src';
import { clockOf } from '../../../shared/client/clock';
import { WrongField, causeOf } from '../../../shared/words/explained';
import { isUnknown } from '../../run/outcome';
import type { Item, Outputs, Run, Safeguard, Write } from '../../run/run';
import { laneOf, targetKey } from '../../run/target';
import { inTurn } from '../../run/turns';

const guardOf = ({ operation }: Run, { parameters, input }: Item) =>
	operation.write?.guard?.(parameters, input);

/** An error with an unknown outcome, with what the operation can find out now. */
export const withMoreKnown = async (run: Run, item: Item, error: unknown): Promise<unknown> =>
	(await guardOf(run, item)?.unknown?.(item.access.client, item.input, error)) ?? error;

/**
 * Runs the guard of a write's operation. While a guard checks a target, no other execution of this
 * process writes to it, whatever its credential.
 */
const guarded =
	(run: Run, next: Write): Write =>
	async (attempt) => {
		const { item } = attempt;
		const own = guardOf(run, item);
		if (!own) return await next(attempt);
		if (own.beforehand) return [own.beforehand];
		const { precondition } = own;
		const send = async () => {
			try {
				const outputs = await next({ ...attempt, precondition });
				return outputs.map((output) => ({ ...output, json: { ...own.seen?.(), ...output.json } }));
			} catch (error) {
				const passedOver = own.passedOver?.(causeOf(error));
				if (passedOver) return [passedOver];
				if (isUnknown(error)) throw await withMoreKnown(run, item, error);
				throw own.refused?.(error) ?? error;
			}
		};
		const lane = laneOf(run, item);
		return lane === undefined
			? await send()
			: await inTurn(`${item.access.baseUrl} ${lane}`, clockOf(run.context), send);
	};

/**
 * @param owner the organization, if the credential does not identify it
 * @throws {WrongField} if the item's target is already in `taken`, and only one item may write to
 * it.
 */
const checkOnlyOnce = (
	{ operation }: Run,
	{ parameters, target, access }: Item,
	owner: string | undefined,
	taken: Set<string>,
): void => {
	const refusal = operation.write?.onlyOnce?.(parameters);
	const key = target && targetKey(target);
	if (refusal === undefined || target === undefined || key === undefined) return;
	const owned = JSON.stringify([access.baseUrl, owner, key]);
	if (taken.has(owned)) {
		const { kind, id } = target;
		throw new WrongField(kind.charAt(0).toUpperCase() + kind.slice(1), `${id} ${refusal.fault}`, [
			refusal.detail,
		]);
	}
	taken.add(owned);
};

/** The items of a run with the same columns, without the failed ones. */
const inSameColumns = (outputs: Outputs, columns: Row | undefined): Outputs =>
	columns
		? outputs.map((given) =>
				given?.map((output) =>
					output.isFailed ? output : { ...output, json: { ...columns, ...output.json } },
				),
			)
		: outputs;

/** Checks that writes match what was reviewed, as defined by their operation. */
export const guard: Safeguard = {
	begin(run) {
		if (!run.operation.write) return undefined;
		const taken = new Set<string>();
		const owners = new Map<number, string | undefined>();
		return {
			async prepare({ index, parameters, access }) {
				const isOnlyOnce = run.operation.write?.onlyOnce?.(parameters) !== undefined;
				if (isOnlyOnce) owners.set(index, await access.owner());
			},
			compare: (item) => checkOnlyOnce(run, item, owners.get(item.index), taken),
			around: (next) => guarded(run, next),
			end: (outputs) => inSameColumns(outputs, run.operation.write?.columns),
		};
	},
};
