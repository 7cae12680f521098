import { upsertCredential } from '../../scripts/n8n/credentials';
import { createWorkflow, importWorkflow } from '../../scripts/n8n/workflows';
import { readRecipe } from '../../scripts/recipes';
import { httpFlow } from './httpFlow';
import type { Scene, Way } from './scene';

/** Nothing of an execution is saved, as the recipe sets it for scheduled executions. */
const unsaved = {
	executionOrder: 'v1',
	saveDataSuccessExecution: 'none',
	saveManualExecutions: false,
} as const;

/** The recipe as it is shipped. */
export const recipeWay = async ({ stack: { n8n }, sandbox, database }: Scene): Promise<Way> => {
	const { baseUrl, apiKeys } = sandbox;
	const data = { baseUrl, apiKey: apiKeys.main };
	const credentials = [
		await upsertCredential(n8n, { name: 'Many', type: 'contractWorkflowApi', data }),
		await upsertCredential(n8n, database.credential),
	];
	const recipe = await readRecipe('mirror-documents');
	await importWorkflow(n8n, { ...recipe, settings: unsaved }, credentials);
	const table = 'contract_documents';
	return { title: 'The recipe', workflowId: recipe.id, trigger: 'Every Night', table };
};

/** The same with n8n's own nodes. */
export const httpWay = async ({ stack: { n8n }, sandbox, database }: Scene): Promise<Way> => {
	const key = { name: 'X-API-Key', value: sandbox.apiKeys.main };
	const credentials = [
		await upsertCredential(n8n, { name: 'Key', type: 'httpHeaderAuth', data: key }),
		await upsertCredential(n8n, database.credential),
	];
	const flow = httpFlow(sandbox.baseUrl, credentials);
	const workflowId = await createWorkflow(n8n, { ...flow, settings: unsaved });
	return { title: 'HTTP Request', workflowId, trigger: 'Start', table: 'http_documents' };
};
