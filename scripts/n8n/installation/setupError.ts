/** Something the person at the keyboard can put right; the message says how. */
export class SetupError extends Error {
	override name = 'SetupError';
}
