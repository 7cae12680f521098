/** That of random tests: the same cases in each run, unless another one is given. */
export const seed = Number(process.env.CONTRACT_WORKFLOW_SEED ?? 288_160_130);
