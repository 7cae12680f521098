import type { IBinaryData, IBinaryKeyData } from 'n8n-workflow';
import type { Endpoint, FileContent, InputOf, OutputOf } from '../../src';
import type { Parameters } from '../shared/fields/property';
import type { Label } from '../shared/words/explained';

/** One output item, before it is paired with its input item. */
export interface Output {
	readonly json: object;
	readonly binary?: IBinaryKeyData;
	/** Whether the item was skipped on purpose; its json says why. */
	readonly skipped?: boolean;
}

/** What an operation works on. */
export interface Target {
	/** For example `task`. */
	readonly kind: string;
	/** The same for every spelling of the ID; absent if there is only one of the kind. */
	readonly id?: string;
}

/** An endpoint that changes nothing. */
type Reading = Endpoint & { readonly writes: false };

/** Returns the response of a request that only reads. It is requested once per run and shared. */
export type Ask = <E extends Reading>(endpoint: E, input: InputOf<E>) => Promise<OutputOf<E>>;

/** A file of an input item, ready for a request body. */
interface InputFile {
	/** Base name with its extension, if known. */
	readonly filename: string;
	/** Without the dot; empty if not known. */
	readonly extension: string;
	/** Base64 text, or content that is encoded as base64 while it is sent. */
	readonly content: string | FileContent;
}

/** The binary data of one item, in and out. */
export interface Files {
	/** The binary fields of the input item. */
	readonly fields: readonly string[];
	/**
	 * The file in a binary field of the input item. `label` is the label of the parameter that names
	 * the field, or contains what n8n's Form returns for a file. `name` replaces the name of the
	 * file.
	 * @throws {WrongField} when the item has no such field, or the field is ambiguous.
	 */
	read(label: string | Label, field: unknown, name?: string): Promise<InputFile>;
	/**
	 * Fetches a document from its presigned URL, without any credential, into n8n's binary store
	 * (section 8.8). A URL that is refused is requested again, once. A broken connection is
	 * retried once. When one file of the item fails, the others are aborted.
	 * @throws {DownloadFailed} for a URL that is not usable, or does not return the complete file.
	 * @throws {Explained} when the run was stopped, or another file of the item failed.
	 */
	download(document: Presigned, renew: () => Promise<Presigned | undefined>): Promise<IBinaryData>;
}

/** A document behind a presigned URL (sections 2 and 4). Its fields are not validated. */
export interface Presigned {
	readonly download_url: unknown;
	readonly file_name: unknown;
}

/** What the operation of an item can use beside its parameters. */
export interface Surroundings {
	/** The fields of the input item. */
	readonly json: Parameters;
	readonly files: Files;
	/** Sends requests that only read, before anything is written. */
	readonly ask: Ask;
	/** The time zone of the workflow. */
	readonly zone: string;
	/** Adds a sentence to the hint above the output. A repeated sentence is shown once. */
	readonly remark: (sentence: string) => void;
	/** The signed link where a person answers a question of this execution. */
	readonly answerLink: () => string;
}
