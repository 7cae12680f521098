/** How often a running step shows its elapsed time. */
const tickMs = 10_000;

/** Shows the current activity of a step in place of its title. */
export type Say = (text: string) => void;

/**
 * Runs one step of a script, and shows its elapsed time while it runs and when it is done.
 * @returns the result of the action
 * @throws what the action throws, after marking the step as failed
 */
export const step = async <Result>(
	title: string,
	action: (say: Say) => Promise<Result>,
): Promise<Result> => {
	const start = Date.now();
	const show = (mark: string, text: string) =>
		console.log(`${mark} ${text} (${Math.round((Date.now() - start) / 1000)} s)`);
	let activity = title;
	const tick = setInterval(() => show('…', activity), tickMs);
	try {
		const result = await action((text) => {
			activity = text;
			show('…', text);
		});
		show('✔', title);
		return result;
	} catch (error) {
		show('✖', title);
		throw error;
	} finally {
		clearInterval(tick);
	}
};
