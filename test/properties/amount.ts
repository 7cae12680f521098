/** How many cases all properties have together. */
export const cases = Number(process.env.CONTRACT_WORKFLOW_CASES ?? 100_000);

/** The same cases in each run, unless another seed is given. */
const seed = Number(process.env.CONTRACT_WORKFLOW_SEED ?? 288_160_130);

let counted = 0;

/** Counts cases that were run. */
export const count = (more = 1): void => {
	counted += more;
};

/** How many cases were run. */
export const caseCount = (): number => counted;

/** The parameters of a property that takes `share` of all cases, `size` of them in a run. */
export const amount = (share: number, size = 1) => ({
	seed,
	// The error names the operation, the parameter and the value. A shorter value takes minutes to find.
	endOnFailure: true,
	numRuns: Math.ceil((cases * share) / size),
});

/** Says how many cases there were, and how to have the same ones again. */
export const report = (title: string): void => {
	process.stdout.write(
		`${title}: ${counted.toLocaleString('en')} cases, CONTRACT_WORKFLOW_SEED=${seed}\n`,
	);
};
