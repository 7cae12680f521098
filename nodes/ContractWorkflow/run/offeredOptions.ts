import type { INodeProperties } from 'n8n-workflow';
import { described } from '../../shared/property';
import type { Operation, Resource } from '../operation';
import { download } from '../properties';
import { oncePerKey } from '../properties/oncePerKey';
import { hasReceipts } from './receiptDraft';
import { requestOptions } from './requestOptions';

/** Whether an operation has a use for a request option; for those not named here each has. */
const uses: Readonly<Record<string, (operation: Operation) => boolean>> = {
	addReceipt: hasReceipts,
	dryRun: ({ endpoint }) => endpoint.writes,
	ifOutcomeWasUnknown: ({ endpoint }) => !endpoint.safe,
	releaseKeys: ({ properties }) => properties.includes(oncePerKey),
	maxFileSize: ({ takesFiles, properties }) => takesFiles === true || properties.includes(download),
	previousReceiptHash: hasReceipts,
};

/** The request options, each shown for the operations that use it. */
export const requestOptionsOf = (resources: readonly Resource[]): INodeProperties => ({
	...requestOptions,
	options: described(requestOptions.options).map((option) => {
		const isUsed = uses[option.name];
		if (!isUsed) return option;
		const users = resources.flatMap(({ operations }) => operations.filter(isUsed));
		const show = { '/operation': users.map(({ value }) => value) };
		return { ...option, displayOptions: { show } };
	}),
});
