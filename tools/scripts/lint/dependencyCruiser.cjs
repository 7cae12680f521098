/**
 * Circles of imports, those of types included.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
	forbidden: [{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } }],
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: 'dist/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
