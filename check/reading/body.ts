export type Body = Readonly<Record<string, unknown>>;

export const isBody = (value: unknown): value is Body =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list in an answer; none where it is no list. */
export const listIn = (body: Body | undefined, field: string): readonly Body[] => {
	const list = body?.[field];
	return Array.isArray(list) ? list.filter(isBody) : [];
};
