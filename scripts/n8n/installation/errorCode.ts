/**
 * The `code` of an error that Node or the system gave, such as `ENOENT`. It is not asked whether it
 * is an Error: under jest, Node's errors are of another realm's class.
 */
export const errorCode = (error: unknown): unknown =>
	typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
