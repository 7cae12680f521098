import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** An older Node has no such flags, and would say so. */
const isThrifty = Number.parseInt(process.versions.node) >= 24;

/*
 * What must be set before any other module is loaded. The first speeds up every start but the
 * first one, from Node 22.1 on; the second keeps the heap from growing far beyond what it holds
 * while sample data are made.
 */
enableCompileCache?.();
if (isThrifty) setFlagsFromString('--memory-saver-mode');

/**
 * Ends the thrift: collecting garbage as often as while filling would halve the speed. The part of
 * the heap for what lives shortly keeps its size, or a busy sandbox would take 100 MB more.
 */
export const endOfFilling = (): void => {
	if (!isThrifty) return;
	setFlagsFromString('--no-memory-saver-mode');
	setFlagsFromString('--semi-space-growth-factor=1');
};
