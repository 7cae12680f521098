/** The processor time of this process so far, which what else the machine does makes no longer. */
export const processorMs = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1_000;
};
