/**
 * The login of an n8n that only this machine reaches: the same everywhere, easy to document. It is
 * a member of the sandbox's organization, so that recipes with a login can decide as this member.
 */
export const owner = {
	email: 'jose.nunez@meridian.example',
	firstName: 'José',
	lastName: 'Núñez',
	password: 'Contract-Workflow-1',
};
