import path from 'node:path';
import { runSandbox } from '../../sandbox/commandLine';

void runSandbox('npx contract-workflow-sandbox', {
	templates: path.join(__dirname, '..', '..', 'templates'),
});
