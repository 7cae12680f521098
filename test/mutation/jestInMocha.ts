import { ModernFakeTimers } from '@jest/fake-timers';
import { bind } from 'jest-each';
import { ModuleMocker } from 'jest-mock';

/*
 * What the tests import from Jest, for StrykerJS's runner of Mocha: it keeps all modules from one
 * change to the next, where its runner of Jest loads them anew for each. The policies, which do not
 * even need n8n, take one minute here, and were half done after eight there.
 */

type Body = () => unknown;

/** What Mocha puts beside the globals of Node. */
interface Mocha {
	readonly describe: (title: string, body: Body) => unknown;
	readonly it: (title: string, body: Body) => { timeout(milliseconds: number): unknown };
	readonly before: (body: Body) => void;
	readonly after: (body: Body) => void;
	readonly beforeEach: (body: Body) => void;
	readonly afterEach: (body: Body) => void;
}

const mocha = globalThis as unknown as Mocha;

/** StrykerJS sets none, and a change that makes a test wait for ever would cost its process. */
const longestTest = 20_000;

/** A test that asks for more time than others is not run for each change. */
const define = (title: string, body: Body, timeout = longestTest) => {
	if (timeout <= longestTest) mocha.it(title, body).timeout(timeout);
};
const group = (title: string, body: Body) => mocha.describe(title, body);

export const it = Object.assign(define, { each: bind(define as never) });
export const test = it;
export const describe = Object.assign(group, { each: bind(group as never, false) });
export const beforeAll = (body: Body) => mocha.before(body);
export const afterAll = (body: Body) => mocha.after(body);
export const beforeEach = (body: Body) => mocha.beforeEach(body);
export const afterEach = (body: Body) => mocha.afterEach(body);
export { expect } from 'expect';

const timers = new ModernFakeTimers({
	global: globalThis,
	config: { fakeTimers: {}, rootDir: process.cwd() } as never,
});
const mocker = new ModuleMocker(globalThis);

export const jest = Object.assign(timers, { spyOn: mocker.spyOn.bind(mocker) });
