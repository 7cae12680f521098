import { runSandbox } from './commandLine';

void runSandbox('npm run sandbox --');
