export interface RecentOptions<Value> {
	/** How many are kept, beside those that are not free. */
	readonly most: number;
	readonly make: () => Value;
	/** Whether a value may be forgotten now. */
	readonly isFree: (value: Value) => boolean;
}

/**
 * Gives the value of a key, and makes it where there is none. Of more keys than `most`, those that
 * were asked for longest ago are forgotten, as soon as they are free.
 */
export const createRecent = <Value>({ most, make, isFree }: RecentOptions<Value>) => {
	const values = new Map<string, Value>();
	return (key: string): Value => {
		const value = values.get(key) ?? make();
		values.delete(key);
		values.set(key, value);
		for (const [other, old] of values) {
			if (values.size <= most) break;
			if (other !== key && isFree(old)) values.delete(other);
		}
		return value;
	};
};
