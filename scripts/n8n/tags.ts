import { z } from 'zod';
import type { N8n } from './rest';

const tag = z.object({ id: z.string(), name: z.string() });

/** The ids of tags, by their names. A tag that n8n does not have is made. */
export const tagIds = async (n8n: N8n, names: readonly string[]): Promise<string[]> => {
	const known = await n8n.request('GET', '/tags', z.array(tag));
	const ids: string[] = [];
	for (const name of names) {
		const found = known.find((one) => one.name === name);
		const { id } = found ?? (await n8n.request('POST', '/tags', tag, { name }));
		ids.push(id);
	}
	return ids;
};
