import path from 'node:path';
import type { ErrorObject } from 'ajv';
import type { Answer } from '../../tools/sandbox/api/answerChannel';
import { answerChecks, packageFolderVariable } from './packedPackage';

type Check = ((body: unknown) => boolean) & { errors?: ErrorObject[] | null };

/** What answers are held to, by `<endpoint>_<status>`. */
type Checks = Readonly<Record<string, Check>>;

const load = (): Checks => {
	const folder = process.env[packageFolderVariable] ?? '';
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- its place is known only now
	return require(path.join(folder, answerChecks)) as Checks;
};

let checks: Checks | undefined;

/** A body that is too large, and another media type: of both the API text shows nothing. */
const ownStatuses = [413, 415];

/**
 * What an answer has against docs/openapi.json, or undefined when it has nothing.
 * @throws Error when the checks of this run were not compiled
 */
export const faultOf = ({ endpoint, status, body }: Answer): string | undefined => {
	if (ownStatuses.includes(status)) return undefined;
	checks ??= load();
	const check = checks[`${endpoint}_${status}`];
	if (check === undefined) return 'the status is not documented';
	if (check(JSON.parse(body))) return undefined;
	const errors = check.errors ?? [];
	return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
};
