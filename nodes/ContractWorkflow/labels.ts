/** Words of the interface where they differ from the API's, by the last name of a field. */
const words: Readonly<Record<string, string>> = {
	approved: 'Decision',
	attach_to_task: 'Attach to Task',
	attachment_ids: 'Attachment IDs',
	base64_content: 'Input Data Field Name',
	external_source_id: 'External Source ID',
	file_extension: 'File Extension',
	file_id: 'File ID',
	filename: 'File Name',
	files: 'Input Data Field Names',
	mention_user_ids: 'Mention User IDs',
	slug: 'Clickwrap Slug',
	step_run_id: 'Step Run',
	step_id: 'Step',
	task_id: 'Task',
	user: 'User Email',
	users_ids: 'User IDs',
	variable_id: 'Variable ID',
	workflow_id: 'Workflow',
};

const capitalized = (name: string) =>
	name
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ')
		.replace(/\bId\b/g, 'ID');

/** Words of one operation, by the whole path of a field. */
export type Labels = Readonly<Record<string, string>>;

/**
 * A field in the words of the interface: `body.variables.1.value` is `"Variables" 2 "Value"`, unless
 * the operation has a word of its own. What is not a path of the contract is given back as it is.
 */
export const fieldLabel = (path: string, own: Labels = {}): string => {
	const special = own[path];
	if (special) return `"${special}"`;
	if (!/^(body|params|path|query)(\.|$)/.test(path)) return path;
	const labels = path
		.split('.')
		.slice(1)
		.map((name) =>
			/^\d+$/.test(name) ? String(Number(name) + 1) : `"${words[name] ?? capitalized(name)}"`,
		);
	return labels.length === 0 ? 'The request' : labels.join(' ');
};
