import type { INode } from 'n8n-workflow';

/** Whether a node runs as a tool of an agent: n8n creates a separate node type for that. */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

/**
 * Whether a node asks a person before an agent's tool runs: n8n 2 creates a separate node type for
 * that.
 */
export const isHumanReview = ({ type }: INode): boolean => type.endsWith('HitlTool');
