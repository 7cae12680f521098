import path from 'node:path';
import { projectFolder } from './n8n/places';
import { packSandbox } from './sandboxPackage/pack';
import { runScript } from './script';

void runScript(async (signal) => {
	const tarball = await packSandbox(path.join(projectFolder, 'build'), signal);
	console.log(path.relative(process.cwd(), tarball));
});
