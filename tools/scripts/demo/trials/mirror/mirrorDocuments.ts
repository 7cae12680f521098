import { twiceIntoDatabase } from '../../mirror';
import type { Trial } from '../../trial';

export const trial: Trial = {
	recipe: 'mirror-documents',
	run: twiceIntoDatabase('contract_documents'),
};
