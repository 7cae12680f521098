import { installN8n } from './n8n/installation/install';
import { runScript } from './script';

/** Installs the chosen n8n, so that later scripts start at once. */
void runScript(async (signal) => void (await installN8n({ signal })));
