/** An error that the user can fix; the message says how. */
export class SetupError extends Error {
	override name = 'SetupError';
}
