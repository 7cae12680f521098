import { leftOpen } from './prose';

/** The keys that lead to an object of the document. */
type Place = readonly [string, ...string[]];

const schemas = (...names: string[]): Place => ['components', 'schemas', ...names];
const properties = (schema: string, name: string): Place => schemas(schema, 'properties', name);

/**
 * Where each open point of the API text matters, by the first words of its passage in docs/api.md.
 */
const places: Readonly<Record<string, readonly Place[]>> = {
	'The fields of a user.': [
		properties('CreateGroupRequest', 'users_ids'),
		properties('CommentOnTaskRequest', 'mention_user_ids'),
	],
	'The fields of activity log entries': [
		properties('CommentOnTaskResponse', 'activity_log_id'),
		properties('AddTaskAttachmentsResponse', 'attachment_ids'),
	],
	'The status of a task after a rejection.': [properties('ApproveTaskResponse', 'status')],
	'Every other transition of a task.': [properties('Task', 'status')],
	'All transitions of a step run.': [properties('StepRun', 'status')],
	'What each filter operator means': [
		properties('FieldFilter', 'operator'),
		properties('AttributeFilter', 'operator'),
	],
	'A third way to hand in a file': [schemas('FileValue')],
	'Operations that are only mentioned': [['info']],
	'How a token is obtained': [['components', 'securitySchemes', 'accessToken']],
	'What a delivery contains': [['webhooks', 'flows.tasks.commented']],
	'The rate limit that applies by default.': [
		properties('OrganizationInfo', 'rate_limit_per_minute'),
	],
	'The largest body and the largest file.': [schemas('Base64Content')],
	'How long a presigned address lasts.': [
		properties('SignedDocument', 'download_url'),
		properties('GetStepDocumentResponse', 'download_url'),
	],
	'How long a version of the API is kept': [['info']],
};

/** What is not shown, and the section of docs/api.md that says so. */
export interface NotShown {
	readonly section: string;
	readonly what: string;
}

type Marked = { [key: string]: unknown; 'x-not-shown'?: NotShown[] };

const isObject = (value: unknown): value is Marked => typeof value === 'object' && value !== null;

const objectAt = (document: unknown, place: Place): Marked => {
	let at: unknown = document;
	for (const key of place) at = isObject(at) ? at[key] : undefined;
	if (!isObject(at)) throw new Error(`The document has no ${place.join('.')}`);
	return at;
};

/**
 * Marks in the document what the API text leaves open.
 * @param document is changed
 * @param page the text of docs/api.md
 * @throws Error when a passage has no location, or a location no passage
 */
export const markNotShown = (document: object, page: string): void => {
	const unplaced = new Set(Object.keys(places));
	for (const { section, text } of leftOpen(page)) {
		const words = Object.keys(places).find((start) => text.startsWith(start));
		if (words === undefined) throw new Error(`Nothing in the document is marked with: ${text}`);
		unplaced.delete(words);
		for (const place of places[words] ?? []) {
			(objectAt(document, place)['x-not-shown'] ??= []).push({ section, what: text });
		}
	}
	if (unplaced.size > 0)
		throw new Error(`docs/api.md leaves open no more: ${[...unplaced].join()}`);
};
