import dns from 'node:dns';
import { jest } from '@jest/globals';

type Answered = (error: Error | null, address: unknown, family?: number) => void;

/** Lets names of `.example` lead to 127.0.0.1 in this process, as a name server would. */
export const leadExampleHome = (): void => {
	const found = { address: '127.0.0.1', family: 4 };
	const { lookup } = dns;
	const { lookup: promised } = dns.promises;
	jest.spyOn(dns, 'lookup').mockImplementation(((
		name: string,
		options: { all?: boolean } | undefined,
		answer: Answered,
	) => {
		if (!name.endsWith('.example')) return lookup(name, options as never, answer as never);
		if (options?.all) answer(null, [found]);
		else answer(null, found.address, found.family);
	}) as never);
	jest.spyOn(dns.promises, 'lookup').mockImplementation((async (
		name: string,
		options?: { all?: boolean },
	) => {
		if (!name.endsWith('.example')) return await promised(name, options as never);
		return options?.all ? [found] : found;
	}) as never);
};
