import { Explained } from '../../shared/words/explained';
import { returnAll } from '../properties';
import { runOption } from '../runOption';

/** Whether a whole list that changed each time it was read is an error. */
export const failIfListChanges = runOption(
	'safety',
	{
		displayName: 'Fail If List Changes',
		name: 'failIfListChanges',
		type: 'boolean',
		default: false,
		description: 'Whether to fail instead of marking the items as incomplete',
	},
	({ properties }) => properties.includes(returnAll),
);

/** A whole list changed each time it was read, and the builder wants no part of it then. */
export class ListKeptChanging extends Explained {
	override readonly name = 'ListKeptChanging';

	constructor() {
		super(
			'The list changed each time it was read, so a row may be missing',
			`Run it again when less changes, narrow the filters, or switch off "${failIfListChanges.property.displayName}".`,
		);
	}
}
