import { byText, fromList, locator } from '../../../../shared/fields/locatorModes';
import { property } from '../../../../shared/fields/property';

/** The step that the task must be at. If empty, any current step is decided. */
export const onlyIfCurrentStepIs = property({
	...locator,
	displayName: 'Only If Current Step Is',
	name: 'onlyIfCurrentStepIs',
	neverBlank: true,
	description:
		'Decide only if the task is still at this step. Without it, running again decides the next step.',
	modes: [
		{ ...fromList('searchSteps'), placeholder: 'Any step' },
		byText('By ID', 'id', 'legal-approval or {{ $json.current_step_id }}'),
	],
});

/** What happens to a task that needs no decision any more. */
export const ifAlreadyDecided = property({
	displayName: 'If Already Decided',
	name: 'ifAlreadyDecided',
	type: 'options',
	default: 'fail',
	description: 'What to do if the task is no longer at this step',
	options: [
		{ name: 'Fail', value: 'fail' },
		{ name: 'Skip', value: 'skip' },
	],
});

/** What a builder should know about several decisions, or about who makes them (section 5.6). */
export const decisionRemarks = (
	decisions: ReadonlyArray<{
		readonly isGuarded: boolean;
		readonly user: string | undefined;
	}>,
): string[] => {
	const unguarded = decisions.filter(({ isGuarded }) => !isGuarded).length;
	const unnamed = decisions.some(({ user }) => user === undefined);
	return [
		...(unguarded > 1
			? [
					`${unguarded} decisions have no step guard. Set "${onlyIfCurrentStepIs.displayName}" to the reviewed step. Without it, running this again decides the next step.`,
				]
			: []),
		...(unnamed
			? ['Without a "User Email", a decision is attributed to the creator of the API key.']
			: []),
	];
};
