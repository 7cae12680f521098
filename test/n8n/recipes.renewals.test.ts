import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { jsonOf } from '../../scripts/n8n/executions';
import { importWorkflow } from '../../scripts/n8n/workflows';
import { useRecipe } from './recipe';

const recipe = useRecipe('renewals-ahead');
const dayMs = 24 * 3_600_000;

interface Listed {
	readonly document_id: number;
	readonly fields: Array<{ org_field_id: number; value: unknown; is_unclear: boolean }>;
	readonly mapped_fields: Array<{ name: string; field_type: string; value: unknown }>;
}

const allDocuments = async (): Promise<Listed[]> => {
	const ask = async (offset: number) =>
		(await recipe().ask('/core/documents/search', { limit: 200, offset })) as {
			documents: Listed[];
		};
	return [...(await ask(0)).documents, ...(await ask(200)).documents];
};

/** A day counted from today, in the time zone that n8n has unless it is told another. */
const dayIn = (days: number): string => {
	const timeZone = 'America/New_York';
	const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format();
	return new Date(Date.parse(`${today}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
};

interface Digest extends IDataObject {
	readonly subject: string;
	readonly text: string;
	readonly due: Array<{ document_id: number; date: string; days_left: number }>;
	readonly to_check: Array<{ document_id: number; why: string }>;
}

const digest = async (): Promise<Digest | undefined> => {
	const execution = await recipe().run();
	expect(execution.error).toBeUndefined();
	const [one, ...more] = jsonOf(execution, 'Write Digest') as Digest[];
	expect(more).toEqual([]);
	return one;
};

/** Puts the recipe into n8n with a parameter of one of its nodes changed, as a builder would. */
const changed = async (node: string, parameters: IDataObject): Promise<void> => {
	const { n8n, file, credential } = recipe();
	const nodes = file.nodes.map((one) =>
		one.name === node
			? { ...one, parameters: { ...one.parameters, ...parameters } as typeof one.parameters }
			: one,
	);
	await importWorkflow(n8n, { ...file, nodes }, [credential]);
};

const picked = (field: string, value = '2026-01-01') =>
	({ conditions: { condition: [{ field, operator: 'gte', value }] } }) as IDataObject;

describe('by an org field', () => {
	const valueOf = ({ fields }: Listed) => fields.find(({ org_field_id }) => org_field_id === 102);

	it('tells what is due, and why a document is to be checked', async () => {
		const documents = await allDocuments();
		const sure = documents.filter((one) => {
			const field = valueOf(one);
			return field && !field.is_unclear && typeof field.value === 'string';
		});
		const due = sure
			.map((one) => ({ document_id: one.document_id, date: String(valueOf(one)?.value) }))
			.filter(({ date }) => date >= dayIn(0) && date <= dayIn(90))
			.sort((a, b) => a.date.localeCompare(b.date) || a.document_id - b.document_id);
		const unsure = documents.filter((one) => !sure.includes(one));
		expect(unsure.some((one) => valueOf(one)?.is_unclear)).toBe(true);

		const told = await digest();
		expect(told?.due.map(({ document_id, date }) => ({ document_id, date }))).toEqual(due);
		for (const one of unsure.filter((document) => valueOf(document)?.is_unclear)) {
			const entry = told?.to_check.find(({ document_id }) => document_id === one.document_id);
			expect(entry?.why).toMatch(/^is unclear/);
		}
		for (const { document_id } of [...due, ...unsure]) {
			expect(told?.text).toContain(String(document_id));
		}
	});

	it('fails where the field is gone, or the documents cannot be had', async () => {
		const { sandbox, run } = recipe();
		sandbox.addFault({ kind: 'error', status: 422, endpoint: 'searchDocuments' });
		expect((await run()).status).toBe('error');
		await changed('Pick Date Field', picked('field:999:Old date:date'));
		const { status, error } = await run();
		expect([status, error?.description]).toEqual(['error', expect.stringContaining('999')]);
	});
});

describe('by a date attribute', () => {
	it.each([
		['yesterday', -1, false],
		['today', 0, true],
		['the last of the days', 90, true],
		['the day after it', 91, false],
	])('takes %s as it should', async (_day, days, isDue) => {
		const { sandbox, ask } = recipe();
		const value = dayIn(days);
		const attributes = [{ name: 'next_renewal', data_type: 'date', value }];
		await ask(`/core/files/${sandbox.ids.fileId}/attributes`, { attributes }, 'PATCH');
		const [changedOne] = (await allDocuments()).filter(({ mapped_fields }) =>
			mapped_fields.some(({ name }) => name === 'next_renewal'),
		);
		await changed('Pick Date Field', picked('attribute:next_renewal_date'));
		const told = await digest();
		const entry = { document_id: changedOne?.document_id, date: value, days_left: days };
		expect(told?.due).toEqual(isDue ? [expect.objectContaining(entry)] : []);
		expect(told?.to_check).toHaveLength(239);
		expect(told?.to_check[0]?.why).toBe('does not have the field');
	});

	it('refuses a header field, which it cannot read from a document', async () => {
		await changed('Pick Date Field', picked('header:7'));
		const { status, error } = await recipe().run();
		expect([status, error?.message]).toEqual([
			'error',
			expect.stringContaining('choose an org field or a date attribute'),
		]);
	});

	it('says nothing where there is nothing', async () => {
		await changed('Get Documents', {
			conditions: { condition: [{ field: 'header:2', operator: 'eq', value: 'no such title' }] },
		});
		expect(await digest()).toBeUndefined();
	});
});
