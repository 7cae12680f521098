import { expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters, IRun } from 'n8n-workflow';
import type { ServedRequest } from '../support/answeringServer';
import { sendJson, serverPool, whoseKey } from '../support/answeringServer';
import type { Credentials, NodeResult, NodeRun } from '../support/n8nCore';
import { runNode } from '../support/n8nCore';
import { nodeName } from '../support/n8nHost';
import { operationNamed } from '../support/operations.table';
import { itemsOf, keyCredential, parametersOf } from '../support/stage';

/** A status and a body, a broken connection, or undefined for 200 with an empty body. */
export type Answer = readonly [status: number, body: unknown] | 'lost' | undefined;

/** How a service answers. */
export type Answers = (request: ServedRequest) => Answer | Promise<Answer>;

/** What a run is given. */
interface Given {
	readonly given?: INodeParameters;
	readonly items?: readonly IDataObject[];
	/** What its credential for a service at this address has besides. */
	readonly credential?: (url: string) => Credentials[string];
	/** The other settings of the run. A published workflow runs it, unless `mode` says otherwise. */
	readonly run?: Partial<NodeRun>;
}

/** One run of the node: what it is given, how the service answers, and what must come of it. */
export interface Row extends Given {
	readonly operation: string;
	/**
	 * What an execution before this one was given otherwise. This one retries it, or is a new one. If
	 * there were several `times`, each retried the one before it.
	 */
	readonly before?: Given & { readonly isRetried: boolean; readonly times?: number };
	readonly service: Answers;
	readonly expect: {
		/** Each request, with its body if the row has one after it, but what asks whose the key is. */
		readonly sent?: readonly string[];
		/** Part of each output item. */
		readonly output?: readonly object[];
		/** A text is the message, a pattern is found in message and description. None: no error. */
		readonly error?: string | RegExp;
		/** Is found in the hints; null if there must be none. */
		readonly hint?: string | RegExp | null;
	};
}

const serve = serverPool();

const shown = ({ line, body }: ServedRequest, expected = ''): string =>
	expected.includes('{') ? `${line} ${body}` : line;

const hintsIn = (saved: string): string[] =>
	((JSON.parse(saved) as IRun).data.resultData.runData[nodeName]?.[0]?.hints ?? []).map(
		({ message }) => message,
	);

const retryOf = ({ saved }: NodeResult, number: number): Partial<NodeRun> => ({
	retryOf: saved,
	executionId: String(number),
	mode: 'retry',
});

/** A service that answers so, and the node against it. */
const startAt = async (service: Answers) => {
	const answerTo = async (request: ServedRequest) => {
		const whose = request.line === whoseKey && operationNamed('organization.get').answer;
		return (await service(request)) ?? ([200, whose || {}] as const);
	};
	const server = await serve((response, request) => {
		void answerTo(request).then((answer) => {
			if (answer === 'lost') response.socket?.resetAndDestroy();
			else sendJson(response, ...answer);
		});
	});
	return {
		run: async (
			operation: string,
			{ given, items = [{}], credential, run: settings }: Given,
			more?: Partial<NodeRun>,
		) => {
			const { contractWorkflowApi } = keyCredential(server.url, 'key_1');
			return await runNode({
				parameters: parametersOf(operation, { ...given }),
				credentials: {
					contractWorkflowApi: { ...contractWorkflowApi, ...credential?.(server.url) },
				},
				items: itemsOf(...items),
				mode: 'trigger',
				...more,
				...settings,
			});
		},
		requests: () => server.requests.filter(({ line }) => line !== whoseKey),
	};
};

/** Runs an operation against a service that answers so. Gives what came out, and what was sent. */
export const runAt = async (service: Answers, operation: string, given: Given = {}) => {
	const { run, requests } = await startAt(service);
	const result = await run(operation, given);
	return {
		...result,
		requests: requests(),
		sent: requests().map(({ line }) => line),
		json: [...result.output, ...result.errorOutput].map(({ json }) => json),
		hints: hintsIn(result.saved),
	};
};

/** Runs a row, and checks what came of it. */
export const runRow = async ({ operation, before, service, ...row }: Row) => {
	const { run, requests } = await startAt(service);
	const times = before ? (before.times ?? 1) : 0;
	let retry: Partial<NodeRun> = {};
	for (let time = 1; time <= times; time++) {
		const earlier = await run(operation, { ...row, ...before }, retry);
		if (before?.isRetried) retry = retryOf(earlier, time + 1);
	}
	const sentBefore = requests().length;
	const { output, error, errorOutput, saved } = await run(operation, row, retry);
	const { sent = [], output: expected, error: fault, hint } = row.expect;
	if (fault === undefined) expect(error).toBeUndefined();
	else if (typeof fault === 'string') expect(error?.message).toBe(fault);
	else expect(`${error?.message}\n${error?.description ?? ''}`).toMatch(fault);
	const now = requests().slice(sentBefore);
	expect(now.map((one, index) => shown(one, sent[index]))).toEqual(sent);
	if (expected) expect([...output, ...errorOutput].map(({ json }) => json)).toMatchObject(expected);
	if (hint === null) expect(hintsIn(saved)).toEqual([]);
	else if (hint !== undefined) expect(hintsIn(saved).join('\n')).toMatch(hint);
	return { output, saved };
};

/** A test of each row, by its name. */
export const table = (rows: Readonly<Record<string, Row>>): void => {
	it.each(Object.entries(rows))('%s', async (_name, row) => {
		await runRow(row);
	});
};
