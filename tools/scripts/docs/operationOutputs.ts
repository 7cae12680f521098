import type { Operation, Sent } from '../../../nodes/ContractWorkflow/operation';
import { decisionColumns } from '../../../nodes/ContractWorkflow/safeguards/decideIf/decideIf';
import { isGuarded } from '../../../nodes/ContractWorkflow/safeguards/decideIf/fields';
import { answered, readAnswer } from '../../../nodes/ContractWorkflow/safeguards/question/answer';
import type { Surroundings } from '../../../nodes/ContractWorkflow/surroundings';
import type { Parameters } from '../../../nodes/shared/fields/property';
import type { Endpoint, Input, Row } from '../../../src';

/** A request of an operation, and the service's response. */
export interface Exchange {
	readonly input: Input;
	readonly response: Row;
	/** The response to another request that only reads. */
	readonly answerOf: (endpoint: Endpoint) => unknown;
}

/** A response also contains the rate limit (section 8.2). */
const headers = {
	'x-ratelimit-limit': '60',
	'x-ratelimit-remaining': '59',
	'x-ratelimit-reset': '1767600000',
};

/** The output after a question is answered with its first button. */
const outputsOfAnswer = async (
	operation: Operation,
	parameters: Parameters,
	{ response, answerOf }: Exchange,
): Promise<readonly object[] | undefined> => {
	const surroundings = {
		ask: async (endpoint: Endpoint) => await Promise.resolve(answerOf(endpoint)),
	} as unknown as Surroundings;
	const asked = await operation.write?.asks?.(parameters, response, surroundings);
	const answer = asked && readAnswer({ answer: 'approve' }, asked.page);
	return answer && 'approved' in answer
		? [answered(answer, { facts: asked.facts, isReview: false })]
		: undefined;
};

/** The output of an operation, with its default parameters, for a response of the service. */
export const outputsOf = async (
	operation: Operation,
	exchange: Exchange,
): Promise<readonly object[]> => {
	const { endpoint, properties } = operation;
	const parameters: Parameters = Object.fromEntries(
		properties.map((property) => [property.name, property.default]),
	);
	const { input, response } = exchange;
	const answers = await outputsOfAnswer(operation, parameters, exchange);
	if (answers) return answers;
	// By default, no operation downloads a file or repeats a request.
	const sent = { parameters, input, headers } as unknown as Sent<Parameters, Input, object>;
	const { page } = endpoint;
	const outputs =
		page && operation.list?.pages(parameters)
			? (response[page.rows] as readonly object[]).map((json) => ({ json }))
			: ((await operation.items?.(response, sent)) ?? [{ json: response }]);
	return outputs.map(({ json }) => ({
		...(isGuarded(operation) && decisionColumns),
		...(operation.shape?.(json as Row, parameters) ?? json),
	}));
};
