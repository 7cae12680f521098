import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';
import type { Endpoint, FileContent, InputOf, OutputOf } from '../../src';
import type { Parameters } from '../shared/fields/property';
import type { Facts, Label } from '../shared/words/explained';

/** One output item, before it is paired with its input item. */
export interface Output {
	readonly json: object;
	readonly binary?: IBinaryKeyData;
	/** Whether the item was passed over on purpose; its json says why. */
	readonly skipped?: boolean;
	/** What safeguards know of it, by their names; no part of what comes out. */
	readonly beside?: Facts;
}

/** An output item on its way out. */
export interface Outgoing extends Output {
	/** Whether its input item failed: its json then holds `error` and nothing else. */
	readonly isFailed?: true;
}

/** What an operation works on. */
export interface Target {
	/** For example `task`. */
	readonly kind: string;
	/** The same for each way to write it; absent where there is but one of the kind. */
	readonly id?: string;
}

/** An endpoint that changes nothing. */
type Reading = Endpoint & { readonly writes: false };

/** Gives the answer to what only reads. It is asked for once in a run, whoever asks first. */
export type Ask = <E extends Reading>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** A file of an input item, ready for a request body. */
interface InputFile {
	/** Base name with its extension, where one is known. */
	readonly filename: string;
	/** Without the dot; empty when it is not known. */
	readonly extension: string;
	/** Base64 text, or content that becomes base64 on its way. */
	readonly content: string | FileContent;
}

/** The binary data of one item, in and out. */
export interface Files {
	/** The binary fields of the input item. */
	readonly fields: readonly string[];
	/**
	 * The file in a binary field of the input item. `label` is what the panel calls the parameter
	 * that names the field, or holds what n8n's Form gives for a file; `name` stands in for the name
	 * of the file.
	 * @throws {WrongField} when the item has no such field, or it is not clear which it is.
	 */
	read(label: string | Label, field: unknown, name?: string): Promise<InputFile>;
	/**
	 * Fetches a document from its presigned address, without any credential, into n8n's binary store
	 * (section 8.8). An address that has expired, or is refused, is asked for anew, once; one whose
	 * connection broke is tried once more. When one file of the item fails, the others are abandoned.
	 * @throws {DownloadFailed} for an address that is not usable, or gives no whole file.
	 * @throws {Stopped} when the run was stopped, or another file of the item failed.
	 */
	download(document: Presigned, renew: () => Promise<Presigned | undefined>): Promise<IBinaryData>;
}

/** A document behind a presigned address (sections 2 and 4), whatever the service put there. */
export interface Presigned {
	readonly download_url: unknown;
	readonly file_name: unknown;
	/** ISO 8601. */
	readonly expires_at: unknown;
}

/** Where an operation says what the builder should see beside the output. */
export interface Notes {
	/** A sentence of the operation's own, told once however often it is said. */
	readonly remark: (sentence: string) => void;
	/** Fields of an input item that were not taken, since nothing is called so. */
	readonly leftOut: (fields: readonly string[]) => void;
}

/** What the operation of an item can draw on beside its parameters. */
export interface Surroundings {
	/** The fields of the input item. */
	readonly json: Parameters;
	readonly files: Files;
	/** Asks the service for what only reads, before anything is sent. */
	readonly ask: Ask;
	/** The organization that the item's key belongs to (GET /users/org-info). */
	readonly organizationName: () => Promise<string>;
	readonly notes: Notes;
	/** The signed link at which a person answers, of an operation that `asks`. */
	readonly answerLink: () => string;
}
