import { afterAll, beforeAll } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { SandboxOptions } from '../../tools/sandbox/options';
import type { Sandbox } from '../../tools/sandbox/server';
import { createSandbox } from '../../tools/sandbox/server';
import { withSettings } from '../../tools/scripts/demo/stage';
import type { Credential, StoredCredential } from '../../tools/scripts/n8n/credentials';
import { upsertCredential } from '../../tools/scripts/n8n/credentials';
import { publish, unpublish } from '../../tools/scripts/n8n/publication';
import type { N8n } from '../../tools/scripts/n8n/rest';
import type { WorkflowFile } from '../../tools/scripts/n8n/workflows';
import { importWorkflow } from '../../tools/scripts/n8n/workflows';
import { readRecipe } from '../../tools/scripts/recipes';
import { keyOf, session } from './stack';

/** Its forms, webhooks and servers have other addresses: its trial may run at the same time. */
const apart = <Shipped extends WorkflowFile>(recipe: Shipped): Shipped => {
	const nodes = JSON.stringify(withSettings(recipe.nodes, { dry_run: false }));
	const moved = nodes
		.replaceAll('"path":"', '$&apart-')
		.replaceAll(/"webhookId":"\w{4}/g, '"webhookId":"0000');
	return { ...recipe, id: `${recipe.id}Apart`, nodes: JSON.parse(moved) as INode[] };
};

/**
 * A recipe in n8n, as it is shipped but without its dry run and at addresses that begin with `apart-`,
 * with a sandbox of its own behind its credential.
 */
export interface RunningRecipe {
	readonly n8n: N8n;
	readonly sandbox: Sandbox;
	readonly file: WorkflowFile;
	readonly credential: StoredCredential;
	readonly publish: () => Promise<void>;
	readonly unpublish: () => Promise<void>;
}

/** The function that gives the recipe in the tests of a file; it is there from `beforeAll` on. */
export const useRecipe = (
	name: string,
	more: () => readonly Credential[] = () => [],
	options: Partial<SandboxOptions> = {},
): (() => RunningRecipe) => {
	let running: RunningRecipe | undefined;
	let sandbox: Sandbox;
	beforeAll(async () => {
		const n8n = session();
		sandbox = await createSandbox(options);
		const credential = await keyOf(n8n, sandbox);
		const others: StoredCredential[] = [];
		for (const one of more()) others.push(await upsertCredential(n8n, one));
		const file = apart(await readRecipe(name));
		await importWorkflow(n8n, file, [credential, ...others]);
		running = {
			n8n,
			sandbox,
			file,
			credential,
			publish: async () => await publish(n8n, file.id),
			unpublish: async () => await unpublish(n8n, file.id),
		};
	});
	afterAll(async () => {
		await sandbox.stop();
	});
	return () => {
		if (!running) throw new Error(`The recipe ${name} is not running.`);
		return running;
	};
};

/** The requests that reached the recipe's sandbox at paths like this, oldest first. */
export const requestsTo = ({ sandbox }: RunningRecipe, wanted: RegExp) =>
	sandbox.requests().filter((request) => wanted.test(request.path));
