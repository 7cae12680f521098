import type { Credential } from '../n8n/credentials';
import type { Recipe } from '../recipes';
import { readRecipe } from '../recipes';
import type { Trial } from './trial';

/** What trials need from their environment. */
export interface Scene {
	/** Options of `npm run sandbox`. */
	readonly sandboxArgs: string[];
	/** The recipe of each trial. */
	readonly recipes: Recipe[];
	/** The credentials that the recipes need beside the sandbox's. */
	readonly credentials: Credential[];
}

/** What some trials need. */
export const sceneOf = async (trials: readonly Trial[]): Promise<Scene> => ({
	sandboxArgs: [
		...['--control-port', '0'],
		// Long enough that the rate limit's window does not reset during the trials.
		...['--window-seconds', '3600'],
		...['--documents', '60'],
	],
	recipes: await Promise.all(trials.map(async ({ recipe }) => await readRecipe(recipe))),
	credentials: trials.flatMap((trial) => trial.credentials ?? []),
});
