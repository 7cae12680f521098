import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { documentedAnswers } from '../../../test/support/openApi';
import type { KnownValues } from './support/documentedRequests';
import { documentedRequests } from './support/documentedRequests';
import { sendRaw } from './support/sendRaw';
import type { Service } from './support/service';
import { startService } from './support/service';

let service: Service;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
	service = await startService({ tasks: 40, documents: 40, requestLogSize: 10 });
});
afterAll(async () => {
	agent.destroy();
	await service.sandbox.stop();
});

const requests = 1000;

const documented = new Set(
	documentedAnswers.map(({ endpoint, status }) => `${endpoint} ${status}`),
);

const knownValues = (): KnownValues => {
	const { ids } = service.sandbox;
	return {
		task_id: Array.from({ length: 40 }, (_, index) => 10_001 + index),
		file_id: [ids.fileId],
		workflow_id: ['wf_mutual_nda', 'wf_vendor_agreement', 'wf_master_services', 'wf_kaufvertrag'],
		version: ['latest', '1', '2'],
		step_id: ['draft', 'legal_approval', 'signature'],
		slug: [ids.slug, ids.draftSlug],
		external_source_id: [ids.externalSourceId],
	};
};

it('answers what the document leads to with what the document says', async () => {
	const statuses = new Map<number, number>();
	await fc.assert(
		fc.asyncProperty(documentedRequests(knownValues()), async (given) => {
			const { status, body } = await sendRaw(service.sandbox, given, agent);
			statuses.set(status, (statuses.get(status) ?? 0) + 1);
			// A path whose value is empty, or holds a slash, can lead to no route.
			const isNoRoute = status === 404 && body === '{"detail":"Not Found"}';
			expect(status).not.toBe(500);
			expect(isNoRoute || documented.has(`${given.endpoint} ${status}`)).toBe(true);
		}),
		{ numRuns: requests },
	);
	const counts = [...statuses].sort(([one], [other]) => one - other);
	expect(statuses.get(200)).toBeGreaterThan(requests / 10);
	process.stdout.write(
		`${requests.toLocaleString('en')} requests, no 500, no status that is not documented: ${counts
			.map(([status, count]) => `${count} × ${status}`)
			.join(', ')}\n`,
	);
}, 600_000);
