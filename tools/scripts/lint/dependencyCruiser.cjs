/**
 * Circles of imports, and what a safeguard may not import; types included.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
	forbidden: [
		{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no-resource-or-safeguard-in-a-safeguard',
			severity: 'error',
			from: { path: '^nodes/ContractWorkflow/safeguards/([^/]+)/' },
			to: {
				path: '^nodes/ContractWorkflow/(resources|safeguards)/',
				pathNot: '^nodes/ContractWorkflow/safeguards/$1/',
			},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: 'dist/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
