import type { Resource } from '../operation';
import { clickwrap } from './clickwrap';
import { document } from './document';
import { documentType } from './documentType';
import { group } from './group';
import { orgField } from './orgField';
import { organization } from './organization';
import { task } from './task';
import { workflow } from './workflow';

/** All resources of the node. n8n lists actions in this order: what most workflows need is first. */
export const resources: readonly Resource[] = [
	task,
	workflow,
	document,
	documentType,
	orgField,
	clickwrap,
	group,
	organization,
];
