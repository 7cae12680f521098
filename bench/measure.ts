import type { Host } from './host/host';
import { connectionsTo, cpuMsOf, forgetPeak, machineCpuMs, memoryOf } from './host/processes';
import type { ServedRequest, Service } from './host/service';
import type { Figures } from './report/figures';
import { servedFigures } from './report/figures';

/** The processes that a measured piece of work uses. */
export interface Subjects {
	readonly host: Host;
	readonly service: Service;
	/** Whether n8n does the work; otherwise this process does. */
	readonly inN8n: boolean;
}

/** A measured piece of work: its result, its figures, and the requests that reached the service. */
export interface Measured<Result> {
	readonly result: Result;
	readonly figures: Figures;
	readonly requests: readonly ServedRequest[];
}

const microsecondsPerMs = 1000;

const ownCpuMs = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / microsecondsPerMs;
};

const snapshot = async ({ host, service }: Subjects) => ({
	machine: machineCpuMs(),
	n8n: await cpuMsOf(host.server().pid),
	service: await cpuMsOf(service.pid),
	own: ownCpuMs(),
});

/** Measures a piece of work by comparing the processes and the service's log before and after. */
export const measure = async <Result>(
	subjects: Subjects,
	work: () => Promise<Result>,
): Promise<Measured<Result>> => {
	const { host, service, inN8n } = subjects;
	const { pid } = host.server();
	await service.clearRequests();
	await forgetPeak(pid);
	const { nowMb } = await memoryOf(pid);
	const before = await snapshot(subjects);
	const begun = performance.now();
	const result = await work();
	const wallMs = performance.now() - begun;
	const after = await snapshot(subjects);
	const { peakMb } = await memoryOf(pid);
	const openAfter = await connectionsTo(pid, Number(new URL(service.baseUrl).port));
	const requests = await service.requests();

	const spent = (who: keyof typeof before) => after[who] - before[who];
	const others = spent('machine') - spent('n8n') - spent('service') - spent('own');
	return {
		result,
		requests,
		figures: {
			...servedFigures(requests),
			wallMs,
			cpuMs: spent(inN8n ? 'n8n' : 'own'),
			peakMb,
			growthMb: peakMb - nowMb,
			serviceCpuMs: spent('service'),
			otherLoad: Math.max(0, others) / wallMs,
			more: { openAfter },
		},
	};
};
