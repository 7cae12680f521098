const { TestEnvironment } = require('jest-environment-node');

/** One test that fails says all of a mutant, but Jest would run the others of its file as well. */
module.exports = class extends TestEnvironment {
	#hasFailed = false;

	handleTestEvent({ name, test }) {
		if (name === 'test_fn_failure') this.#hasFailed = true;
		if (name === 'test_start' && this.#hasFailed) test.mode = 'skip';
	}
};
