import type { ParametersOf } from '../../shared/fields/property';
import { property } from '../../shared/fields/property';
import type { Presigned } from './download';
import type { Files } from './files';

/** Whether to return the bytes of a file as well. */
export const download = property({
	displayName: 'Download',
	name: 'download',
	type: 'boolean',
	default: false,
	description: 'Whether to download the file',
});

const outputField = property({
	displayName: 'Put Output File in Field',
	name: 'outputField',
	type: 'string',
	displayOptions: { show: { download: [true] } },
	default: 'data',
	required: true,
});

/** How a document is returned. */
export const downloads = [download, outputField] as const;

/**
 * The item of a document, or with its bytes in place of the link that anyone can use until it
 * expires.
 * @param renew requests the document again, for a new link
 * @throws what `files.download` throws.
 */
export const documentItem = async <Json extends Presigned>(
	json: Json,
	given: { readonly parameters: ParametersOf<typeof downloads>; readonly files: Files },
	renew: () => Promise<Presigned | undefined>,
) => {
	const { download: isWanted, outputField: field } = given.parameters;
	if (!isWanted) return { json };
	const binary = { [field]: await given.files.download(json, renew) };
	const isOfLink = (name: string) => name === 'download_url' || name === 'expires_at';
	const entries = Object.entries(json).filter(([name]) => !isOfLink(name));
	return { json: Object.fromEntries(entries), binary };
};
