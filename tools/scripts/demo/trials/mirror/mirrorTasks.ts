import { twiceIntoDatabase } from '../../mirror';
import type { Trial } from '../../trial';

export const trial: Trial = { recipe: 'mirror-tasks', run: twiceIntoDatabase('contract_tasks') };
