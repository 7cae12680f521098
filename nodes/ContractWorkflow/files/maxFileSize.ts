import type { Parameters } from '../../shared/fields/property';
import { download } from '../properties';
import { chosen, requestOption } from '../requestOption';

/** Largest file to download, in MB: a link that never ends would fill the disk of n8n. */
const defaultMaxDownload = 1_000;

export const maxFileSize = requestOption(
	{
		displayName: 'Max File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 100,
		description:
			'Largest file to send or to download. A larger one is refused before anything is sent, or not stored. Without this any size is sent, and up to 1000 MB are downloaded.',
	},
	({ takesFiles, properties }) => takesFiles === true || properties.includes(download),
);

/** The largest file to send and to download, in bytes. */
export const fileLimitsOf = (options: Parameters) => {
	const megabytes = chosen(options, maxFileSize);
	return {
		mostBytes: (megabytes ?? Infinity) * 1_000_000,
		mostDownloadBytes: (megabytes ?? defaultMaxDownload) * 1_000_000,
	};
};
