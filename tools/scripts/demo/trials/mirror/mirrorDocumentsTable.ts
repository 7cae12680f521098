import { twiceIntoDataTable } from '../../mirror';
import type { Trial } from '../../trial';

export const trial: Trial = { recipe: 'mirror-documents-table', run: twiceIntoDataTable };
