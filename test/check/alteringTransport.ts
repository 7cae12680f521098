import type { CheckOptions } from '../../check/check';
import { networkTransport } from '../../check/network/transport';

/** JSON, to be altered wherever a test wants it. */
export type Parsed = ReturnType<typeof JSON.parse>;

/** An answer of the service, to be altered on its way. */
export type Altered = { status: number; headers: Headers; body: Parsed };

/** Alters answers to requests of this method whose path matches. */
export interface Alteration {
	readonly method: 'GET' | 'POST';
	readonly path: RegExp;
	/** @param asked what the body of the request asked for */
	readonly alter: (answer: Altered, path: string, asked: Parsed) => void;
}

/** A network whose answers are altered on their way. */
export const alteringTransport =
	(
		alterations: readonly Alteration[],
		transportTo: NonNullable<CheckOptions['transportTo']> = networkTransport,
	): NonNullable<CheckOptions['transportTo']> =>
	(target) => {
		const next = transportTo(target);
		return async (request) => {
			const answer = await next(request);
			const altered = {
				...answer,
				headers: new Headers(
					Object.entries(answer.headers).map(([name, value]) => [name, value ?? '']),
				),
			};
			const path = request.path.split('?')[0] ?? '';
			const asked: Parsed = JSON.parse(request.body?.map(String).join('') ?? '{}');
			for (const one of alterations) {
				if (one.method === request.method && one.path.test(path)) one.alter(altered, path, asked);
			}
			return { ...altered, headers: Object.fromEntries(altered.headers) };
		};
	};
