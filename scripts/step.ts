import { Listr, PRESET_TIMER } from 'listr2';

const isTerminal = process.stdout.isTTY;

/** How often a running step shows its elapsed time; in a log, each time is one more line. */
const tickMs = isTerminal ? 1_000 : 30_000;

/** Shows what a step is doing now, or what it came to, in place of its title. */
export type Say = (text: string) => void;

/** Where a step shows what it is doing. */
type Display = { title?: string; output?: string };

/** Runs an action, and shows its title and the time that it takes until it is done. */
const runShown = async <Result>(
	display: Display,
	title: string,
	action: (say: Say) => Promise<Result>,
): Promise<Result> => {
	const start = Date.now();
	let text = title;
	const show = () => {
		const shown = `${text} (${Math.round((Date.now() - start) / 1000)} s)`;
		if (isTerminal) display.title = shown;
		else display.output = shown;
	};
	const tick = setInterval(show, tickMs);
	try {
		return await action((said) => {
			text = said;
			show();
		});
	} finally {
		clearInterval(tick);
		display.title = text;
	}
};

/**
 * Runs one step of a script, shown with its elapsed time while it runs and when it is done.
 * @returns what the action gives
 * @throws what the action throws, after marking the step as failed
 */
export const step = async <Result>(
	title: string,
	action: (say: Say) => Promise<Result>,
): Promise<Result> => {
	let run: Promise<Result> | undefined;
	const list = new Listr(
		{
			title,
			task: async (_, task) => {
				run = runShown(task, title, action);
				await run.catch(() => {
					// The error itself goes to the caller, who says it once.
					throw new Error('see below');
				});
			},
		},
		{
			exitOnError: false,
			// Interrupts are the script's to handle: it has servers to end.
			registerSignalListeners: false,
			rendererOptions: { timer: PRESET_TIMER, showErrorMessage: false },
			fallbackRendererOptions: { timer: PRESET_TIMER },
		},
	);
	await list.run();
	if (!run) throw new Error(`The step '${title}' was not run.`);
	return await run;
};
