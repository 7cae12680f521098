import { readdirSync } from 'node:fs';
import path from 'node:path';
import tsParser from '@typescript-eslint/parser';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { defineConfig } from 'eslint/config';
import checkFile from 'eslint-plugin-check-file';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'src/**/*.ts'];
const sandboxCode = ['tools/sandbox/*.ts', 'tools/sandbox/!(test)/**/*.ts'];
const sandboxButCheck = ['tools/sandbox/*.ts', 'tools/sandbox/!(check)/**/*.ts'];
const tests = ['test/**/*.ts', 'tools/sandbox/test/**/*.ts'];
const typescript = ['**/*.ts'];

/** One way to write what can be written in several. */
const dialect = {
	files: typescript,
	plugins: { 'check-file': checkFile, 'import-x': importX },
	rules: {
		'func-style': 'error',
		'prefer-arrow-callback': 'error',
		'arrow-body-style': 'error',
		'object-shorthand': ['error', 'always', { avoidQuotes: true }],
		'prefer-const': 'error',
		'@typescript-eslint/array-type': ['error', { default: 'array-simple' }],
		'@typescript-eslint/consistent-type-imports': 'error',
		'@typescript-eslint/no-use-before-define': ['error', { variables: false }],
		'@typescript-eslint/prefer-readonly': 'error',
		'import-x/consistent-type-specifier-style': 'error',
		'import-x/no-duplicates': 'error',
		'import-x/order': [
			'error',
			{
				groups: ['builtin', 'external', 'parent', 'sibling', 'index'],
				alphabetize: { order: 'asc', orderImportKind: 'asc' },
				named: true,
				'newlines-between': 'never',
			},
		],
		'no-restricted-syntax': [
			'error',
			{
				selector: 'TSInterfaceBody:not(TSModuleBlock *) > TSPropertySignature[readonly=false]',
				message: 'A property of an interface is readonly; what changes is a type of its own.',
			},
			{
				selector:
					"CallExpression[callee.property.name='toEqual'] ArrayExpression > Identifier[name='undefined']",
				message: 'For toEqual, [undefined] equals []: use toStrictEqual.',
			},
		],
		'check-file/filename-naming-convention': [
			'error',
			{ '**/*.ts': '?([A-Z])+([a-zA-Z0-9])' },
			{ ignoreMiddleExtensions: true },
		],
	},
};

/** No node imports another: what more than one uses lies in nodes/shared. */
const nodeZones = readdirSync('nodes').map((name) => ({
	target: `./nodes/${name}`,
	from: './nodes',
	except: [...new Set([`./${name}`, './shared'])],
}));

/** Who may import what, by folder; the table with the reasons is in docs/design.md. */
const layers = {
	files: typescript,
	plugins: { 'import-x': importX },
	settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	rules: {
		'import-x/no-restricted-paths': [
			'error',
			{
				zones: [
					{ target: './src/contract', from: './src', except: ['./contract'] },
					{ target: './src', from: ['./nodes', './credentials', './tools/sandbox'] },
					{ target: ['./nodes', './credentials'], from: './tools/sandbox' },
					{
						target: ['./nodes', './credentials'],
						from: './src',
						except: ['./index.ts'],
					},
					{
						target: './tools/sandbox',
						from: ['./nodes', './credentials', './tools/scripts', './tools/bench'],
					},
					{ target: sandboxButCheck, from: './src', except: ['./contract'] },
					{
						target: './tools/sandbox',
						from: './test',
						except: ['./support', './faults/fastTime.ts'],
					},
					{ target: sandboxCode, from: ['./test', './tools/sandbox/test'] },
					...nodeZones,
					{
						target: './nodes/ContractWorkflow/run',
						from: ['resources', 'safeguards', 'question', 'plan'].map(
							(room) => `./nodes/ContractWorkflow/${room}`,
						),
					},
					{ target: shipped, from: ['./test', './tools/scripts', './tools/bench'] },
				],
			},
		],
	},
};

/** The packages that a folder may import; relative paths are the zones' matter. */
const onlyPackages = (files, names) => ({
	files,
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [
					{
						regex: `^(?!\\.{1,2}(/|$)${names.map((name) => `|${name}$`).join('')})`,
						message: `Only ${names.join(', ')} and relative imports here.`,
					},
				],
			},
		],
	},
});

/** The packages that files may import are the dependencies that the package of `folder` lists. */
const onlyListed = (files, folder) => ({
	files,
	plugins: { 'import-x': importX },
	rules: {
		'import-x/no-extraneous-dependencies': [
			'error',
			{
				packageDir: path.join(import.meta.dirname, folder),
				devDependencies: false,
				includeTypes: true,
			},
		],
	},
});

/** n8n's rules for what runs inside of it; scripts, tests and the sandbox run beside it. */
const insideOnly = Object.fromEntries(
	[
		'no-dangerous-functions',
		// The logins of an n8n and of a sandbox that only this machine reaches.
		'no-hardcoded-secrets',
		'no-restricted-globals',
		'no-restricted-imports',
		'require-node-api-error',
	].map((rule) => [`@n8n/community-nodes/${rule}`, 'off']),
);

export default defineConfig(
	{ ignores: ['dist/', 'coverage/', '.cache/', '**/node_modules/'] },
	{
		files: typescript,
		extends: [tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			// A tagged template can be the statement itself: a query of the SQLite tag store.
			'@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }],
			'no-console': 'error',
			'max-lines-per-function': ['error', 60],
		},
	},
	dialect,
	layers,
	onlyPackages(['src/**/*.ts'], ['zod']),
	onlyPackages(['nodes/**/*.ts', 'credentials/**/*.ts'], ['n8n-workflow', 'node:crypto']),
	onlyListed(sandboxCode, 'tools/sandbox'),
	{
		files: ['tools/**/*.ts', 'test/**/*.ts'],
		rules: { 'no-console': 'off' },
	},
	{
		files: tests,
		plugins: { jest },
		rules: {
			'max-lines-per-function': 'off',
			'jest/consistent-test-it': ['error', { fn: 'it', withinDescribe: 'it' }],
			'jest/no-disabled-tests': 'error',
			'jest/no-focused-tests': 'error',
			'jest/no-identical-title': 'error',
			// Tests look into JSON of every shape; what they find there is what they assert.
			'@typescript-eslint/no-base-to-string': 'off',
			'@typescript-eslint/no-unsafe-argument': 'off',
			'@typescript-eslint/no-unsafe-assignment': 'off',
			'@typescript-eslint/no-unsafe-call': 'off',
			'@typescript-eslint/no-unsafe-member-access': 'off',
			'@typescript-eslint/no-unsafe-return': 'off',
		},
	},
	{
		files: [...typescript, 'package.json'],
		extends: [n8nCommunityNodesPlugin.configs.recommended],
	},
	{ files: typescript, ignores: shipped, rules: insideOnly },
	// As n8n's own scanner does.
	{ files: shipped, linterOptions: { noInlineConfig: true } },
	{
		files: ['package.json'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		languageOptions: { parser: tsParser, parserOptions: { extraFileExtensions: ['.json'] } },
		rules: n8nNodesBase.configs.community.rules,
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.credentials.rules,
			// For n8n's own repository: community nodes link a page of their own.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			// The community plugin's rule on password fields is more exact.
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: {
			...n8nNodesBase.configs.nodes.rules,
			// These two ask for text where n8n has had constants since.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			// Lists of the service have a longest page.
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
);
