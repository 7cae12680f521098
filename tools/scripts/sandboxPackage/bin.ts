import { runSandbox } from '../../sandbox/commandLine';

void runSandbox('npx contract-workflow-sandbox');
