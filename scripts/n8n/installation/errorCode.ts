/**
 * The `code` of an error from Node or the system, such as `ENOENT`. It does not check for an Error:
 * under jest, Node's errors have another realm's class.
 */
export const errorCode = (error: unknown): unknown =>
	typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
