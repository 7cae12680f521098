/**
 * Parses the form in which n8n stores executions: a list of values, in which a text inside a value is
 * the index of another one.
 * @returns the first value, with all others in their places
 */
export const parseFlatted = (text: string): unknown => {
	const values = JSON.parse(text) as unknown[];
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		const members = value as Record<string, unknown>;
		for (const [key, member] of Object.entries(members))
			if (typeof member === 'string') members[key] = values[Number(member)];
	}
	return values[0];
};
