import type { Page } from 'playwright-core';
import type { Stack } from '../n8n/bringUp';
import type { WorkflowFile } from '../n8n/workflows';

/** A picture of README or docs. */
export interface Picture {
	/** The name of its file, without the extension. */
	readonly name: string;
	/** The workflow that it shows. */
	readonly workflow?: WorkflowFile;
	/** Takes the picture, as a PNG. The page may show something else before. */
	readonly take: (page: Page, stack: Stack) => Promise<Buffer>;
}

/** No toasts over it, and nothing that moves. */
export const still = {
	animations: 'disabled',
	style: '.el-notification { visibility: hidden !important; }',
} as const;
