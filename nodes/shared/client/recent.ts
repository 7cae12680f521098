import { steadyNow } from './clock';

interface LimitsOfRecent<Value> {
	/** How many values are kept, beside those that are not free. */
	readonly most: number;
	/** How long a value is kept after it was set, in milliseconds; unlimited if absent. */
	readonly keptMs?: number;
	/** Whether a value may be forgotten now. If absent, every value may. */
	readonly isFree?: (value: Value) => boolean;
}

/**
 * A map that forgets values that are too old. With more keys than `most`, it forgets those that
 * were set or read least recently, once they are free.
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

/** Returns the value of a key, and creates it if there is none. */
export const createRecent = <Value extends object>({
	make,
	...limits
}: LimitsOfRecent<Value> & { readonly make: () => Value }) => {
	const values = recentMap<Value>(limits);
	return (key: string): Value => values.get(key) ?? values.set(key, make());
};
