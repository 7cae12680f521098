import type { Step } from '../host/nodes';
import { contractWorkflow, httpRequest } from '../host/nodes';
import type { Bench, Job } from '../job';
import type { Outcome, Verdict } from '../ways/ways';
import { workflowWay } from '../ways/ways';

const count = 20;
const [workflow, version] = ['wf_mutual_nda', '2'];
const variable = 'counterparty';

const names = (many: number) =>
	Promise.resolve(Array.from({ length: many }, (_, index) => `Aldgate ${index} Ltd`));

const launchPath = `/workflows/${workflow}/${version}/initiate`;

const checkLaunches = ({ requests }: Outcome, wanted: readonly string[]): Verdict => {
	const launched = requests
		.filter(({ path, status }) => path === launchPath && status < 300)
		.map(({ body }) => JSON.stringify(body));
	const missing = wanted.filter(
		(name) => launched.filter((body) => body.includes(`"${name}"`)).length !== 1,
	).length;
	return {
		faults: missing === 0 ? [] : [`${missing} of ${wanted.length} forms did not launch once`],
	};
};

const launching = (name: string, side: 'ours' | 'rival', steps: (bench: Bench) => Step[]) =>
	workflowWay<string[]>({
		name,
		side,
		form: variable,
		steps,
		input: async () => await names(count),
		warmUp: async () => await names(2),
		calls: (wanted) => wanted,
		inTurn: true,
		check: checkLaunches,
	});

const ours = launching('Initiate', 'ours', ({ keys }) => [
	contractWorkflow(keys.ours, 'workflow', 'initiate', {
		workflowId: { __rl: true, mode: 'id', value: workflow },
		version: { __rl: true, mode: 'id', value: version },
		specifyVariables: 'form',
		variables: {
			mappingMode: 'autoMapInputData',
			value: null,
			matchingColumns: [],
			schema: [],
		},
	}),
]);

const rival = launching('Defaults', 'rival', ({ service, keys }) => [
	httpRequest(keys.rival, {
		method: 'POST',
		url: `${service.baseUrl}${launchPath}`,
		jsonBody: `={{ { variables: [{ variable_id: "${variable}", type: "text", value: $json.${variable} }] } }}`,
	}),
]);

/** A launch for each of some forms that people submit one after the other. */
export const launchFromForm: Job = {
	name: 'form',
	title: `Launch from a form, ${count} times`,
	sandbox: ['--rate-limit', '1000000000'],
	ways: [ours, rival],
	goals: () => [],
};
