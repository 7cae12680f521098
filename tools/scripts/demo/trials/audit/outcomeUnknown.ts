import { z } from 'zod';
import { jsonOf } from '../../../n8n/executions';
import { check, control } from '../../stage';
import type { Trial } from '../../trial';
import { commentWithReceipts } from '../../writing';

export const trial: Trial = {
	recipe: 'outcome-unknown',
	async run(stage) {
		const fault = { kind: 'error', endpoint: 'commentOnTask', applied: true };
		await control(stage, '/faults', z.unknown(), fault);
		const items = [10001, 10002].map((task_id) => ({ task_id, text: 'Please look at this' }));
		const messages = jsonOf(await commentWithReceipts(stage, items), 'Resolve Outcomes');
		return {
			did: 'handed over a comment with an unknown outcome',
			items: messages.length,
			checks: [
				check('One is handed over, and no other', messages.length === 1),
				check(
					'It comes with a link to its task',
					/"link":"https?:/.test(JSON.stringify(messages[0])),
				),
			],
		};
	},
};
