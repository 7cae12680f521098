import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Step } from '../host/nodes';
import { contractWorkflow, httpRequest, splitOut, taskId } from '../host/nodes';
import { latencyMs } from '../host/service';
import type { Bench, Job } from '../job';
import { atMost, figuresOf } from '../report/goals';
import { fileOf, largeFiles, megabyte } from '../ways/files';
import type { Outcome, Verdict } from '../ways/ways';
import { workflowWay } from '../ways/ways';

const megabytes = 300;

/** The body of the call: the task whose signed document is downloaded. */
interface Signed {
	readonly id: number;
}

const progress = z.object({
	task: z.object({
		current_step_id: z.string(),
		step_runs: z.array(z.object({ step_run_id: z.string(), step_id: z.string() })),
	}),
});

/** Makes a task with a signed document of so many MB. */
const signedTask = async (bench: Bench, size: number): Promise<Signed> => {
	const { service } = bench;
	const [id = 0] = await service.tasksToApprove(1);
	const at = `${service.baseUrl}/tasks/${id}`;
	await service.setLatency(0);
	await service.sender.send('POST', `${at}/approve`, { approved: true });
	const { task } = progress.parse((await service.sender.send('GET', at)).body);
	const run = task.step_runs.find(({ step_id }) => step_id === task.current_step_id);
	const { file } = await fileOf(bench, size);
	await service.sender.send('POST', `${at}/upload-signed-document`, {
		step_run_id: run?.step_run_id,
		file: { filename: 'signed.bin', base64_content: await readFile(file, 'base64') },
	});
	await service.setLatency(latencyMs);
	return { id };
};

let prepared: Promise<Signed> | undefined;

const input = async (bench: Bench): Promise<Signed> => {
	prepared ??= signedTask(bench, megabytes);
	return await prepared;
};

const checkDownload = (outcome: Outcome): Verdict => {
	const [item] = outcome.output();
	const bytes = Number(item?.binary?.data?.bytes ?? 0);
	const expected = megabytes * megabyte;
	return { faults: bytes === expected ? [] : [`${bytes} of ${expected} bytes came out`] };
};

const perItem = '{{ $json.body.id }}';

const downloading = (name: string, side: 'ours' | 'rival', nodes: (bench: Bench) => Step[]) =>
	workflowWay<Signed>({
		name,
		side,
		steps: nodes,
		input,
		warmUp: async (bench) => await signedTask(bench, 1),
		check: checkDownload,
	});

const ours = downloading('Get Signed Documents', 'ours', ({ keys }) => [
	contractWorkflow(keys.ours, 'task', 'getSignedDocuments', {
		...taskId(`=${perItem}`),
		download: true,
		outputField: 'data',
	}),
]);
const rival = downloading('Two requests, response as file', 'rival', ({ service, keys }) => [
	httpRequest(keys.rival, {
		method: 'GET',
		url: `=${service.baseUrl}/tasks/${perItem}/signed-documents`,
	}),
	splitOut('documents'),
	httpRequest(
		undefined,
		{
			method: 'GET',
			url: '={{ $json.download_url }}',
			options: { response: { response: { responseFormat: 'file' } } },
		},
		'Download',
	),
]);

/** A signed document, from its presigned address (P15). */
export const downloadFile: Job = {
	name: 'download',
	title: `Download a signed document of ${megabytes} MB`,
	sandbox: largeFiles,
	mostRounds: 3,
	fresh: true,
	ways: [ours, rival],
	goals: (medians) => [
		atMost(
			'P15',
			'growth for each MB',
			figuresOf(medians, ours.name).growthMb / megabytes,
			0.3,
			'MB',
		),
	],
};
