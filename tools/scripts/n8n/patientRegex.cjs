const { Script } = require('node:vm');

/*
 * n8n stops each regular expression of a workflow after 250 ms of the clock, in which a thread must start
 * and end as well. A busy machine can take longer than that for an expression of no cost. Tests have time
 * limits of their own: in them, the thread would cost more than the rest of a run.
 */

const leastMs = 10_000;
const isTest = process.env.JEST_WORKER_ID !== undefined;
const { runInContext } = Script.prototype;

const patiently = function (context, options) {
	const given = options?.timeout;
	const timeout = given === undefined || isTest ? undefined : Math.max(given, leastMs);
	return runInContext.call(this, context, { ...options, timeout });
};

// The tests load this once for each of their files.
if (runInContext.name !== patiently.name) Script.prototype.runInContext = patiently;
