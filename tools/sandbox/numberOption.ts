import { InvalidArgumentError } from 'commander';

/** Parses the value of an option that is a whole number of `least` or more. */
export const wholeNumber =
	(least: number) =>
	(text: string): number => {
		const value = Number(text);
		if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
		throw new InvalidArgumentError(`It must be a whole number of ${least} or more.`);
	};
