import type { INode } from 'n8n-workflow';

/** Whether a node runs as a tool of an agent: n8n makes a type of its own of it for that. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');
