import { Listr, PRESET_TIMER } from 'listr2';

const isTerminal = process.stdout.isTTY;

/** How often a running step shows its elapsed time. In a log, each time is one more line. */
const tickMs = isTerminal ? 1_000 : 30_000;

/** Shows the current activity of a step, or its result, in place of its title. */
export type Say = (text: string) => void;

/** The display of a step. */
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
 * Runs one step of a script, and shows its elapsed time while it runs and when it is done.
 * @returns the result of the action
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
					// The error itself goes to the caller, who prints it once.
					throw new Error('see below');
				});
			},
		},
		{
			exitOnError: false,
			// The script handles interrupts itself, because it must stop servers.
			registerSignalListeners: false,
			rendererOptions: { timer: PRESET_TIMER, showErrorMessage: false },
			fallbackRendererOptions: { timer: PRESET_TIMER },
		},
	);
	await list.run();
	if (!run) throw new Error(`The step '${title}' was not run.`);
	return await run;
};
