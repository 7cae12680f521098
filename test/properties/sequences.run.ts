import fc from 'fast-check';

const { CONTRACT_WORKFLOW_SEED: given } = process.env;

/** The same sequences in each run, unless `CONTRACT_WORKFLOW_SEED` gives another seed. */
export const seed = Number(given ?? 1_377_472_544);

interface Sequences<Model extends object, Real> {
	/** What the sequences are called where they are printed. */
	readonly name: string;
	readonly count: number;
	readonly commands: ReadonlyArray<fc.Arbitrary<fc.AsyncCommand<Model, Real>>>;
	readonly start: () => Promise<{ readonly model: Model; readonly real: Real }>;
	readonly stop: (real: Real) => Promise<void>;
}

/**
 * Runs sequences of up to ten commands. Prints the seed, and how many commands ran.
 * @throws Error with the shortest sequence that fails, its seed and its path
 */
export const runSequences = async <Model extends object, Real>({
	name,
	count,
	commands,
	start,
	stop,
}: Sequences<Model, Real>): Promise<void> => {
	let ran = 0;
	process.stdout.write(`${name}: CONTRACT_WORKFLOW_SEED=${seed}\n`);
	await fc.assert(
		fc.asyncProperty(
			fc.commands([...commands], { maxCommands: 10, size: 'max' }),
			async (sequence) => {
				const { model, real } = await start();
				try {
					await fc.asyncModelRun(() => ({ model, real }), sequence);
					ran += [...sequence].length;
				} finally {
					await stop(real);
				}
			},
		),
		{ seed, numRuns: count },
	);
	process.stdout.write(`${name}: ${count} sequences, ${ran} commands\n`);
};
