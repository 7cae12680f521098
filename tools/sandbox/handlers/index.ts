import type { Handlers } from '../api/handler';
import * as clickwrap from './clickwrap';
import * as document from './document';
import * as organization from './organization';
import * as task from './task';
import * as taskActivity from './taskActivity';
import * as taskDocument from './taskDocument';
import * as workflow from './workflow';

/** The handlers of all endpoints. */
export const handlers: Handlers = {
	...organization,
	...document,
	...workflow,
	...task,
	...taskActivity,
	...taskDocument,
	...clickwrap,
};
