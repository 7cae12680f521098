const { default: Sequencer } = require('@jest/test-sequencer');

/** A file that takes minutes begins first: otherwise one worker runs it when the other has ended. */
module.exports = class extends Sequencer {
	sort(tests) {
		const isLong = ({ path }) => path.endsWith('recipes.trials.test.ts');
		return [...super.sort(tests)].sort((one, other) => isLong(other) - isLong(one));
	}
};
