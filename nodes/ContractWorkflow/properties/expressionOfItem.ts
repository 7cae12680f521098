/**
 * An expression of the input item that gives an empty text before the previous node has run. n8n's
 * editor reloads no list of the panel while any parameter of the node throws.
 */
export const expressionOfItem = (code: string): `={{ ${string} }}` =>
	`={{ (() => { try { return ${code}; } catch (error) { return ''; } })() }}`;
