/** Code, and the tests that must detect its mutations. */
export interface Group {
	readonly name: string;
	readonly code: readonly string[];
	/** The quick ones first: the first test that fails is the last one that is run. */
	readonly tests: readonly string[];
}

/**
 * The groups for mutation testing. Each group has only the lowest-level tests for its code. A
 * mutation is then detected where it was made, and quickly. `src/contract` is in no group: it is
 * data, which `test/contract` compares with hand-written examples from the API text.
 */
export const groups: readonly Group[] = [
	{
		name: 'client',
		code: ['src/*.ts'],
		tests: [
			'test/core/{answers,errors,headers,precondition,request,retryDelay,shownRequest}.test.ts',
		],
	},
	{
		name: 'pages',
		code: ['src/pages/*.ts'],
		tests: ['test/core/pages*.test.ts'],
	},
	{
		name: 'policies',
		code: ['src/policies/*.ts'],
		// Without the simulations of services, which take longer than all others together.
		tests: ['test/core/{precondition,retry*,outage,parallel,rateLimit}.test.ts'],
	},
	{
		name: 'safeguards',
		code: ['nodes/ContractWorkflow/safeguards/{decideIf,once}/*.ts', 'nodes/shared/task/*.ts'],
		tests: ['test/nodes/safeguards/*.test.ts', 'test/nodes/resources/task.filters.test.ts'],
	},
	{
		name: 'question',
		code: ['nodes/ContractWorkflow/question/*.ts'],
		tests: ['test/nodes/question/*.test.ts'],
	},
	{
		name: 'plan',
		code: ['nodes/ContractWorkflow/plan/*.ts'],
		tests: ['test/nodes/{fields/refused,plan/plan,safeguards/decideIf}.test.ts'],
	},
	{
		name: 'reader',
		code: ['nodes/shared/fields/*.ts'],
		tests: [
			'test/nodes/fields/{anyValue,fixedExpression,parameters}.test.ts',
			'test/nodes/fields/{rawCollections,refused,values}.test.ts',
		],
	},
	{
		name: 'triggers',
		code: [
			'nodes/ContractWorkflowPollingTrigger/{budget,changes,poll,tasks,watchedFields}.ts',
			'nodes/ContractWorkflowTrigger/secret.ts',
		],
		tests: [
			'test/nodes/pollingTrigger/{budget,changes,documents,events,fields,lists,tasks}.test.ts',
			'test/nodes/webhookTrigger/{panel,secret}.test.ts',
		],
	},
];
