import type { Store } from '../store/database';
import type {
	Behavior,
	StepDefinition,
	VariableDefinition,
	Workflow,
	WorkflowSchema,
} from '../workflow/definition';
import { members, organizations } from './accounts';

const step = (
	step_id: string,
	step_name: string,
	step_type: string,
	description = '',
): StepDefinition => ({ step_id, step_name, step_type, description });

const variable = (
	variable_id: string,
	variable_name: string,
	type: VariableDefinition['type'],
	required: boolean,
	more: { description?: string; validation?: VariableDefinition['validation'] } = {},
): VariableDefinition => ({ variable_id, variable_name, type, required, description: '', ...more });

const counterparty = variable('counterparty', 'Counterparty', 'text', true, {
	description: 'Legal name of the other party',
});
const effectiveDate = variable('effective_date', 'Effective date', 'date', false);
const contractValue = variable('contract_value', 'Contract value', 'number', true, {
	validation: { minimum: 0, maximum: 1_000_000_000 },
});
const governingLaw = variable('governing_law', 'Governing law', 'select', true, {
	validation: { options: ['England and Wales', 'Delaware', 'Germany', 'Switzerland', '日本'] },
});
const draftFile = variable('draft', 'Draft of the agreement', 'file', false, {
	validation: { allowed_extensions: ['pdf', 'docx'] },
});

const intake = step('intake', 'Intake', 'intake', 'Collects what the workflow needs');
const signature = step('signature', 'Signature', 'signature', 'Both parties sign');
const [legal, finance, counsel, signer] = [
	members[1].email,
	members[4].email,
	members[3].email,
	members[2].email,
];

type Version = Pick<WorkflowSchema, 'description' | 'is_active' | 'variables' | 'steps'> & {
	readonly behavior: Behavior;
};

const define = (
	workflow_id: string,
	workflow_name: string,
	version: number,
	{ behavior, description, is_active, variables, steps }: Version,
): Workflow => ({
	schema: { workflow_id, workflow_name, version, description, is_active, variables, steps },
	behavior,
});

const legalApproval = step('legal_approval', 'Legal approval', 'approval', 'Counsel decides');

const ndaFirst = define('wf_mutual_nda', 'Mutual NDA', 1, {
	description: 'A short confidentiality agreement',
	is_active: false,
	variables: [counterparty],
	steps: [intake, legalApproval],
	behavior: { legal_approval: { assignee: legal } },
});

const nda = define('wf_mutual_nda', 'Mutual NDA', 2, {
	description: 'A confidentiality agreement with signature',
	is_active: true,
	variables: [counterparty, effectiveDate],
	steps: [intake, legalApproval, signature],
	behavior: { legal_approval: { assignee: legal }, signature: { assignee: signer } },
});

const vendorSteps = [
	intake,
	step('draft', 'Draft agreement', 'agent', 'Writes the agreement from the template'),
	legalApproval,
	step('finance_approval', 'Finance approval', 'approval', 'Finance decides on the budget'),
	signature,
];
const vendorBehavior: Behavior = {
	draft: { document: 'Vendor agreement.pdf' },
	legal_approval: { assignee: legal, onReject: 'draft' },
	finance_approval: { assignee: finance, collects: ['cost_center'] },
	signature: { assignee: signer },
};
const vendorFirst = define('wf_vendor_agreement', 'Vendor agreement', 1, {
	description: 'Purchase of goods or services, first version',
	is_active: false,
	variables: [counterparty, contractValue],
	steps: vendorSteps,
	behavior: vendorBehavior,
});

const vendor = define('wf_vendor_agreement', 'Vendor agreement', 2, {
	description: 'Purchase of goods or services, with two approvals in a row',
	is_active: true,
	variables: [
		counterparty,
		contractValue,
		governingLaw,
		effectiveDate,
		draftFile,
		variable('cost_center', 'Cost center', 'text', false, {
			description: 'Collected at the finance approval',
		}),
	],
	steps: vendorSteps,
	behavior: vendorBehavior,
});

const everyType = define('wf_master_services', 'Master services agreement', 1, {
	description: 'A framework agreement; its schema has a variable of every type',
	is_active: true,
	variables: [
		counterparty,
		contractValue,
		variable('auto_renewal', 'Renews automatically', 'boolean', true),
		variable('effective_date', 'Effective date', 'date', true),
		variable('notice_email', 'Address for notices', 'email', true),
		governingLaw,
		variable('draft', 'Draft of the agreement', 'file', true, {
			validation: { allowed_extensions: ['pdf', 'docx'] },
		}),
		variable('business_owner', 'Business owner', 'user_entity', true),
		variable('contracting_entity', 'Contracting entity', 'business', true),
		variable('note', 'Note to counsel', 'text', false),
	],
	steps: [
		intake,
		step('analysis', 'Clause analysis', 'agent', 'Reads the draft'),
		step('review', 'Business review', 'review', 'The business owner reads the draft'),
		step('counsel_approval', 'Counsel approval', 'approval'),
		step('director_approval', 'Director approval', 'approval'),
		step('archive', 'Archive', 'agent', 'Files the agreement'),
	],
	behavior: {
		analysis: { document: 'Clause analysis.pdf' },
		review: { assignee: counsel },
		counsel_approval: { assignee: counsel, onReject: 'review' },
		director_approval: { assignee: members[0].email },
		archive: { document: 'Archive record.pdf' },
	},
});

const unicode = define('wf_kaufvertrag', 'Kaufvertrag – Prüfung und Freigabe', 1, {
	description: 'Prüfung eines Kaufvertrags durch die Rechtsabteilung 契約審査',
	is_active: true,
	variables: [
		variable('gegenpartei', 'Gegenpartei', 'text', true),
		variable('kaufpreis', 'Kaufpreis (€)', 'number', true),
	],
	steps: [
		step('erfassung', 'Erfassung', 'intake'),
		step('freigabe', 'Freigabe – Rechtsabteilung', 'approval'),
		step('unterschrift', 'Unterschrift ✍', 'signature'),
	],
	behavior: { freigabe: { assignee: counsel }, unterschrift: { assignee: signer } },
});

/** The workflow versions that the sample tasks run. */
export const workflows = { ndaFirst, nda, vendor, everyType, unicode } as const;

/** Stores every version of every workflow. The other organization has only the NDA. */
export const seedWorkflows = ({ sql }: Store): void => {
	const add = (organizationId: number, { schema, behavior }: Workflow) => sql.run`
		INSERT INTO workflows (org_id, workflow_id, version, schema, behavior)
		VALUES (${organizationId}, ${schema.workflow_id}, ${schema.version},
			${JSON.stringify(schema)}, ${JSON.stringify(behavior)})`;
	for (const workflow of [ndaFirst, nda, vendorFirst, vendor, everyType, unicode]) {
		add(organizations.main, workflow);
	}
	for (const workflow of [ndaFirst, nda]) add(organizations.other, workflow);
};
