import type { Resource } from '../operation';
import { clickwrap } from './clickwrap';
import { document } from './document';
import { documentType } from './documentType';
import { group } from './group';
import { orgField } from './orgField';
import { organization } from './organization';
import { task } from './task';
import { workflow } from './workflow';

/** All resources of the node. */
export const resources: readonly Resource[] = [
	clickwrap,
	document,
	documentType,
	group,
	orgField,
	organization,
	task,
	workflow,
];
