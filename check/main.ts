import { runCheck } from './commandLine';

void runCheck({ check: 'npm run check --', sandbox: 'npm run sandbox --' });
