import type { Endpoint } from '../../src/contract';
import {
	getClickwrapHistory,
	getStepDocument,
	getTask,
	listDocumentTypes,
	listOrgFields,
	listSignedDocuments,
	listTasks,
	listTasksByExternalSourceId,
	searchDocuments,
} from '../../src/contract';
import type { Departure } from '../reading/departure';
import { nameOf } from '../report/findings';
import { clickwrapHistory } from './clickwrap';
import { documentTypes, foundDocuments, orgFields } from './document';
import { signedDocuments, stepDocument } from './download';
import type { Answered, Rule } from './rule';
import { listedTasks, singleTask } from './task';
import { times } from './times';

const rules: ReadonlyMap<string, Rule> = new Map(
	(
		[
			[listTasks, listedTasks],
			[listTasksByExternalSourceId, listedTasks],
			[getTask, singleTask],
			[searchDocuments, foundDocuments],
			[listDocumentTypes, documentTypes],
			[listOrgFields, orgFields],
			[listSignedDocuments, signedDocuments],
			[getStepDocument, stepDocument],
			[getClickwrapHistory, clickwrapHistory],
		] as ReadonlyArray<readonly [Endpoint, Rule]>
	).map(([endpoint, rule]) => [nameOf(endpoint), rule]),
);

/** What one answer shows by itself, beyond the type of each field. */
export const contradictions = (endpoint: Endpoint, answer: Answered): readonly Departure[] => [
	...(rules.get(nameOf(endpoint))?.(answer) ?? []),
	...times(answer),
];
