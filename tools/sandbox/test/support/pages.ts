import type { Service } from './service';

/** A page of the web application as it was answered. */
export interface Page {
	readonly status: number;
	readonly headers: Headers;
	readonly html: string;
}

export const taskPath = (taskId: number): string => `/workflows/tasks/${taskId}`;

/** Loads pages of the service's web application, and sends forms to it, as a browser would. */
export const pagesOf = (service: () => Service) => {
	const load = async (path: string, init: RequestInit = {}): Promise<Page> => {
		const { appUrl } = service().sandbox;
		const answer = await fetch(`${appUrl}${path}`, { redirect: 'manual', ...init });
		return { status: answer.status, headers: answer.headers, html: await answer.text() };
	};
	/** `origin` is that of the page which shows the form; null sends none. */
	const send = (
		path: string,
		fields: Readonly<Record<string, string>>,
		origin: string | null = service().sandbox.appUrl,
	): Promise<Page> =>
		load(path, {
			method: 'POST',
			body: new URLSearchParams(fields),
			headers: origin === null ? {} : { Origin: origin },
		});
	return { load, send };
};
