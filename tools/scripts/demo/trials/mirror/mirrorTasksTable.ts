import { twiceIntoDataTable } from '../../mirror';
import type { Trial } from '../../trial';

export const trial: Trial = { recipe: 'mirror-tasks-table', run: twiceIntoDataTable };
