import { steadyNow } from './clock';

interface LimitsOfRecent<Value> {
	/** How many are kept, beside those that are not free. */
	readonly most: number;
	/** How long one is kept after it was set, in milliseconds; without end if absent. */
	readonly keptMs?: number;
	/** Whether a value may be forgotten now; any may if absent. */
	readonly isFree?: (value: Value) => boolean;
}

/**
 * A map that forgets: values that are too old, and of more keys than `most` those that were set or
 * asked for longest ago, as soon as they are free.
 */
export const recentMap = <Value>({ most, keptMs = Infinity, isFree }: LimitsOfRecent<Value>) => {
	const entries = new Map<string, { readonly value: Value; readonly until: number }>();
	const put = (key: string, value: Value, until: number): Value => {
		entries.delete(key);
		entries.set(key, { value, until });
		for (const [other, old] of entries) {
			if (entries.size <= most) break;
			if (other !== key && isFree?.(old.value) !== false) entries.delete(other);
		}
		return value;
	};
	return {
		get(key: string): Value | undefined {
			const now = steadyNow();
			for (const [other, { until }] of entries) if (until <= now) entries.delete(other);
			const entry = entries.get(key);
			return entry && put(key, entry.value, entry.until);
		},
		set: (key: string, value: Value): Value => put(key, value, steadyNow() + keptMs),
		delete: (key: string): boolean => entries.delete(key),
	};
};

/** Gives the value of a key, and makes it where there is none. */
export const createRecent = <Value extends object>({
	make,
	...limits
}: LimitsOfRecent<Value> & { readonly make: () => Value }) => {
	const values = recentMap<Value>(limits);
	return (key: string): Value => values.get(key) ?? values.set(key, make());
};
