import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** The path of n8n's template library in the web application. */
export const templatesPath = '/n8n';

const named = z.object({ name: z.string() });
const card = z
	.object({ name: z.string(), description: z.string(), categories: z.array(named) })
	.passthrough();
const everything = z.object({ workflows: z.array(card) });

/** A query of n8n's editor. It names categories in one text, and counts pages from 1. */
const query = z.object({
	search: z.string().default(''),
	category: z.string().default(''),
	page: z.coerce.number().int().min(1).default(1),
	limit: z.coerce.number().int().min(1).default(20),
});

const isFound = (
	{ name, description, categories }: z.infer<typeof card>,
	words: readonly string[],
	groups: readonly string[],
): boolean => {
	const text = `${name} ${description}`.toLowerCase();
	const isInGroup = groups.length === 0 || categories.some((one) => groups.includes(one.name));
	return isInGroup && words.every((word) => text.includes(word));
};

const partsOf = (text: string, separator: RegExp): string[] =>
	text.split(separator).filter(Boolean);

const searched = (library: string, asked: z.infer<typeof query>) => {
	const { workflows, ...rest } = everything.passthrough().parse(JSON.parse(library));
	const words = partsOf(asked.search.toLowerCase(), /\s+/);
	const groups = partsOf(asked.category, /,/);
	const found = workflows.filter((one) => isFound(one, words, groups));
	const start = (asked.page - 1) * asked.limit;
	return {
		...rest,
		totalWorkflows: found.length,
		workflows: found.slice(start, start + asked.limit),
	};
};

const readFiles = async (folder: string): Promise<ReadonlyMap<string, string>> => {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return new Map(
		await Promise.all(
			files.map(async ({ parentPath, name }): Promise<[string, string]> => {
				const file = path.join(parentPath, name);
				const place = path.relative(folder, file).split(path.sep).join('/');
				return [place, await readFile(file, 'utf8')];
			}),
		),
	);
};

/**
 * Serves n8n's template library: the files of a folder, each at its path, and a search. This is
 * n8n's interface, not part of the service. n8n's editor sends requests from its own origin, with
 * cookies.
 */
export const addTemplates = async (app: FastifyInstance, folder: string): Promise<void> => {
	const files = await readFiles(folder);
	await app.register(cors, { origin: true, credentials: true, methods: ['GET'] });
	app.get<{ Params: { '*': string } }>(`${templatesPath}/*`, async (request, reply) => {
		const place = request.params['*'];
		const text = files.get(place);
		void reply.type('application/json; charset=utf-8');
		if (text === undefined) return reply.code(404).send({ message: 'No such template.' });
		if (place !== 'templates/search') return reply.send(text);
		const asked = query.safeParse(request.query);
		if (!asked.success) return reply.code(400).send({ message: 'This query cannot be read.' });
		return reply.send(searched(text, asked.data));
	});
};
