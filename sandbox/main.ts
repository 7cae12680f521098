import { runSandbox } from './commandLine';

void runSandbox({ check: 'npm run check --', sandbox: 'npm run sandbox --' });
