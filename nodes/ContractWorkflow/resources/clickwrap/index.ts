import type { Resource } from '../../operation';
import { getActive } from './getActive.operation';
import { getHistory } from './getHistory.operation';

export const clickwrap: Resource = {
	name: 'Clickwrap',
	value: 'clickwrap',
	description: 'Terms that people accept with a click',
	defaultOperation: getActive,
	operations: [getActive, getHistory],
};
