import { byText, fromList, idLocator, locator, property } from '../fields/property';

/** A member of the organization, identified by email (section 1). */
export const person = property({
	...locator,
	displayName: 'User Email',
	name: 'userEmail',
	modes: [fromList('searchPeople'), byText('By Email', 'email', 'name@example.com')],
});

export const workflow = property({
	...idLocator,
	displayName: 'Workflow',
	name: 'workflowId',
	modes: [fromList('searchWorkflows'), byText('By ID', 'id', 'mutual-nda')],
});
