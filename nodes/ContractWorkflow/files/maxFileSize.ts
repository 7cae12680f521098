import { download } from '../properties';
import type { Choices } from '../runOption';
import { runOption } from '../runOption';

/** Largest file, in MB: a response without an end would fill the disk of n8n. */
const defaultMaxFileSize = 1_000;

export const maxFileSize = runOption(
	{
		displayName: 'Max File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: defaultMaxFileSize,
	},
	({ takesFiles, properties }) => takesFiles !== undefined || properties.includes(download),
);

/** The largest file to send or to download, in bytes. */
export const mostBytesOf = (chosen: Choices): number =>
	(chosen(maxFileSize) ?? defaultMaxFileSize) * 1_000_000;
