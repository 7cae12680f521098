/** How many cases all properties have together; `npm run test:properties` has 100,000. */
const cases = Number(process.env.CONTRACT_WORKFLOW_CASES ?? 4_000);

const seed = Number(process.env.CONTRACT_WORKFLOW_SEED ?? Date.now() % 2 ** 31);

let counted = 0;

/** Counts cases that were run. */
export const count = (more = 1): void => {
	counted += more;
};

/** The parameters of a property that takes `share` of all cases, `size` of them in a run. */
export const amount = (share: number, size = 1) => ({
	seed,
	numRuns: Math.ceil((cases * share) / size),
});

/** Says how many cases there were, and how to have the same ones again. */
export const report = (title: string): void => {
	process.stdout.write(
		`${title}: ${counted.toLocaleString('en')} cases, CONTRACT_WORKFLOW_SEED=${seed}\n`,
	);
};
