import type { INode, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import type { N8n } from './rest';
import { RestError } from './rest';

const descriptions = z.array(
	z.custom<INodeTypeDescription>(
		(value) => z.object({ name: z.string() }).safeParse(value).success,
	),
);

const describeType = async (n8n: N8n, name: string, version: number) => {
	const nodeInfos = [{ name, version }];
	return await n8n.request('POST', '/node-types', descriptions, { nodeInfos });
};

/**
 * n8n's description of the node's type; undefined if there is none. A node that is used as a tool,
 * or that asks a person before a tool runs, has its own type. n8n describes that type only under
 * the node's plain type.
 */
export const describeNode = async (
	n8n: N8n,
	{ type, typeVersion }: Pick<INode, 'type' | 'typeVersion'>,
): Promise<INodeTypeDescription | undefined> => {
	const plainType = type.replace(/(Hitl)?Tool$/, '');
	const [description] = await describeType(n8n, type, typeVersion).catch((error: unknown) => {
		if (!(error instanceof RestError) || plainType === type) throw error;
		return describeType(n8n, plainType, typeVersion);
	});
	return description;
};
