/**
 * What the sandbox had to choose, and only a request that writes, an unusable credential or a used
 * up rate limit would show of a service. `docs/sandbox.md` has what the sandbox does.
 */
export const openToWritesOnly: readonly string[] = [
	'the status of a new task, and of one that was decided or rejected',
	'which tasks take a decision or a signed document, beyond what the API text says',
	'how variables, comments, attachments, group names and attributes are checked',
	'where a broken or too large body is refused, and with which words',
	'the meaning of each operator of a filter for each type of field',
	'the first of several reasons to refuse a key',
	'what counts for a rate window, and when one begins',
	'payload, signing and repeats of webhooks',
	'how access tokens are handed out',
];
