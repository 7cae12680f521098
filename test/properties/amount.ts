/** How many values the parameters are given together. */
export const wantedCases = Number(process.env.CONTRACT_WORKFLOW_CASES ?? 100_000);

/** The same cases in each run, unless another seed is given. */
export const seed = Number(process.env.CONTRACT_WORKFLOW_SEED ?? 288_160_130);

/** Says what was run, and how to have the same again. */
export const report = (title: string, amount: string): void => {
	process.stdout.write(`${title}: ${amount}, CONTRACT_WORKFLOW_SEED=${seed}\n`);
};
