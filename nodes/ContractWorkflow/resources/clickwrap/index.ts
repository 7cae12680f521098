import type { Resource } from '../../operation';
import { getActive } from './getActive.operation';
import { getHistory } from './getHistory.operation';

export const clickwrap: Resource = {
	name: 'Clickwrap',
	value: 'clickwrap',
	description: 'Terms that are accepted by a click',
	defaultOperation: getActive,
	operations: [getActive, getHistory],
};
