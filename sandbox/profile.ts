import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { taskStatuses } from '../src/contract';
import type { SandboxOptions } from './options';
import {
	defaultOptions,
	lastCursors,
	listOrders,
	malformedPathStatuses,
	nextCursors,
	plainCursors,
	unknownFieldTreatments,
} from './options';

const count = z.number().int().min(1);
const [missing, invalid] = malformedPathStatuses;

/**
 * The sandbox's choices, as the check observed them at a service. What was not observed is left
 * out.
 */
const profileChoices = z
	.object({
		taskOrder: z.enum(listOrders),
		sourceTaskOrder: z.enum(listOrders),
		/** Whether a list contains tasks of a status by default. */
		activeStatuses: z.record(z.enum(taskStatuses), z.boolean()),
		searchOrder: z.enum(listOrders),
		nextCursor: z.enum(nextCursors),
		lastCursor: z.enum(lastCursors),
		plainCursor: z.enum(plainCursors),
		unknownFields: z.enum(unknownFieldTreatments),
		malformedPath: z.union([z.literal(missing), z.literal(invalid)]),
		rateLimit: count,
		downloadSeconds: count,
	})
	.partial()
	.strict();

export type ProfileChoices = z.output<typeof profileChoices>;

const kind = 'contract-workflow-sandbox-profile';
const version = 1;
const profile = z
	.object({ kind: z.literal(kind), version: z.literal(version), choices: profileChoices })
	.strict();

/** A profile cannot be read; the message says what to do. */
export class ProfileError extends Error {}

const choicesIn = (file: string): ProfileChoices => {
	const text = readFileSync(file, 'utf8');
	const found = z.object({ kind: z.literal(kind), version: z.unknown() }).parse(JSON.parse(text));
	if (found.version !== version) {
		throw new ProfileError(
			`${file} is a profile of a different sandbox version. Create it again with the check.`,
		);
	}
	return profile.parse(JSON.parse(text)).choices;
};

const reasonOf = (error: unknown): string => {
	if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
	return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
};

/**
 * The choices of the profile in a file.
 * @throws ProfileError when the file has none, or one of another version.
 */
export const readProfile = (file: string): ProfileChoices => {
	try {
		return choicesIn(file);
	} catch (error) {
		if (error instanceof ProfileError) throw error;
		throw new ProfileError(`${file} is not a profile of a sandbox: ${reasonOf(error)}.`);
	}
};

/** The options of a sandbox with the choices of a profile. */
export const optionsOf = ({
	activeStatuses,
	...choices
}: ProfileChoices): Partial<SandboxOptions> => {
	if (activeStatuses === undefined) return choices;
	const isActive = (status: (typeof taskStatuses)[number]): boolean =>
		activeStatuses[status] ?? defaultOptions.activeStatuses.includes(status);
	return { ...choices, activeStatuses: taskStatuses.filter(isActive) };
};
