import path from 'node:path';
import { projectFolder } from '../n8n/places';
import { runScript } from '../script';
import { packSandbox } from './pack';

void runScript(async (signal) => {
	const { tarball } = await packSandbox(path.join(projectFolder, 'build'), signal);
	console.log(path.relative(process.cwd(), tarball));
});
