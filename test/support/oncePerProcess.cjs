const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');
require('./n8nEnvironment.cjs');

/*
 * Jest would load n8n and all other packages again for each test file, which takes longer than most
 * tests. Node loads them once in a process; our own code is loaded for each file, as the node is.
 */

const packedFolder = process.env.CONTRACT_WORKFLOW_TEST_FOLDER;

const isPackage = (name) => !/^[./]|^@jest\/globals$/.test(name) && !isBuiltin(name);

module.exports = class extends Runtime {
	constructor(config, environment, ...more) {
		super(config, environment, ...more);
		// Code in packages takes only dates of its own realm for dates.
		environment.global.Date = Date;
		for (const file of Object.keys(require.cache))
			if (file.startsWith(packedFolder)) delete require.cache[file];
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
