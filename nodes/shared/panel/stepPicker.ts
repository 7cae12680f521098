import type { ListedTask } from '../../../src';
import { byText, fromList, locator } from '../fields/locatorModes';
import { property } from '../fields/property';
import {
	connectPicker,
	fullList,
	inWordsOfTheNode,
	listOfLook,
	lookThrough,
	matching,
	mostPages,
	shortened,
} from './pickers';

const longestName = 60;

/** The current step of tasks. */
export const currentStep = property({
	...locator,
	displayName: 'Current Step',
	name: 'currentStepId',
	modes: [fromList('searchCurrentSteps'), byText('By ID', 'id', 'legal-approval')],
});

/** The current steps of tasks, by ID: name and workflow. */
const stepsOf = (tasks: readonly ListedTask[], isMatch: (text: string) => boolean) => {
	const steps = new Map<string, string>();
	for (const { current_step_id: id, current_step_name: name, workflow_name: workflow } of tasks) {
		if (typeof id !== 'string' || steps.has(id)) continue;
		const called = [shortened(name ?? id, longestName), workflow].filter(Boolean).join(' · ');
		if (isMatch(`${called} ${id}`)) steps.set(id, called);
	}
	return [...steps].map(([value, name]) => ({ name, value }));
};

/**
 * The current steps of active tasks: the API text shows no list of all steps (section 4, Tasks).
 */
export const searchCurrentSteps = inWordsOfTheNode(async function (filter = '', token = undefined) {
	const isMatch = matching(filter);
	const looked = await lookThrough(
		await connectPicker(this),
		{ body: {}, token, mostPages: filter === '' ? mostPages.opened : mostPages.searched },
		(tasks) => stepsOf(tasks, isMatch).length >= fullList,
	);
	return listOfLook(stepsOf(looked.tasks, isMatch), looked, 'For other steps, enter the ID');
});
