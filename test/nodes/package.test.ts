import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { packageFolderVariable, packedPackage } from '../support/packedPackage';

const testFolder = process.env[packageFolderVariable] ?? '';
const tarballs = readdirSync(testFolder).filter((name) => name.endsWith('.tgz'));

const filesBelow = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

test('the tarball holds what n8n loads, and nothing else', () => {
	const node = 'dist/nodes/ContractWorkflow';
	expect(filesBelow(packedPackage).sort()).toEqual([
		'CHANGELOG.md',
		'LICENSE.md',
		'README.md',
		'dist/credentials/ContractWorkflowAccessTokenApi.credentials.js',
		'dist/credentials/ContractWorkflowApi.credentials.js',
		'dist/credentials/ContractWorkflowOAuth2Api.credentials.js',
		'dist/icons/contractWorkflow.dark.svg',
		'dist/icons/contractWorkflow.svg',
		`${node}/ContractWorkflow.node.js`,
		`${node}/ContractWorkflow.node.json`,
		`${node}/advice.js`,
		`${node}/body.js`,
		`${node}/clock.js`,
		`${node}/connection.js`,
		`${node}/description.js`,
		`${node}/errors.js`,
		`${node}/execution.js`,
		`${node}/files.js`,
		`${node}/labels.js`,
		`${node}/lanes.js`,
		`${node}/locators.js`,
		`${node}/methods/listSearch.js`,
		`${node}/operation.js`,
		`${node}/outcome.js`,
		`${node}/parameters.js`,
		`${node}/properties.js`,
		`${node}/resources/clickwrap/getActive.operation.js`,
		`${node}/resources/clickwrap/getHistory.operation.js`,
		`${node}/resources/clickwrap/index.js`,
		`${node}/resources/document/index.js`,
		`${node}/resources/document/search.operation.js`,
		`${node}/resources/document/updateAttributes.operation.js`,
		`${node}/resources/documentType/getMany.operation.js`,
		`${node}/resources/documentType/index.js`,
		`${node}/resources/group/create.operation.js`,
		`${node}/resources/group/index.js`,
		`${node}/resources/index.js`,
		`${node}/resources/orgField/getMany.operation.js`,
		`${node}/resources/orgField/index.js`,
		`${node}/resources/organization/get.operation.js`,
		`${node}/resources/organization/index.js`,
		`${node}/resources/task/addAttachments.operation.js`,
		`${node}/resources/task/approve.operation.js`,
		`${node}/resources/task/comment.operation.js`,
		`${node}/resources/task/get.operation.js`,
		`${node}/resources/task/getMany.operation.js`,
		`${node}/resources/task/getManyByExternalSourceId.operation.js`,
		`${node}/resources/task/getSignedDocuments.operation.js`,
		`${node}/resources/task/getStepDocument.operation.js`,
		`${node}/resources/task/index.js`,
		`${node}/resources/task/uploadSignedDocument.operation.js`,
		`${node}/resources/workflow/getSchema.operation.js`,
		`${node}/resources/workflow/index.js`,
		`${node}/resources/workflow/initiate.operation.js`,
		`${node}/transport.js`,
		`${node}/variables.js`,
		'dist/src/index.js',
		'package.json',
	]);
});

test('the tarball is under 200 kB', () => {
	expect(tarballs).toHaveLength(1);
	expect(statSync(path.join(testFolder, tarballs[0] ?? '')).size).toBeLessThan(200_000);
});

test('the package has no dependencies at run time, and runs no script when it is installed', () => {
	const manifest: unknown = JSON.parse(
		readFileSync(path.join(packedPackage, 'package.json'), 'utf8'),
	);
	expect(manifest).toMatchObject({
		name: 'n8n-nodes-contract-workflow',
		license: 'MIT',
		dependencies: {},
		peerDependencies: { 'n8n-workflow': '*' },
	});
	for (const field of ['optionalDependencies', 'bundledDependencies', 'bundleDependencies']) {
		expect(manifest).not.toHaveProperty(field);
	}
	for (const script of ['preinstall', 'install', 'postinstall', 'prepare']) {
		expect(manifest).not.toHaveProperty(['scripts', script]);
	}
});

test('the code asks for nothing but n8n-workflow and itself', () => {
	const asked = filesBelow(packedPackage)
		.filter((name) => name.endsWith('.js'))
		.flatMap((name) => [
			...readFileSync(path.join(packedPackage, name), 'utf8').matchAll(
				/\brequire\(["']([^"']+)["']\)|\bimport\(["']([^"']+)["']\)/g,
			),
		])
		.map(([, required, imported]) => required ?? imported ?? '')
		.filter((name) => !name.startsWith('.'));
	expect([...new Set(asked)]).toEqual(['n8n-workflow']);
});
