import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** What the sandbox chose, as a service was seen to do it; what was not seen is left out. */
const profileChoices = z
	.object({
		taskOrder: z.enum(listOrders),
		sourceTaskOrder: z.enum(listOrders),
		/** Whether a list holds tasks of a status unless it is asked for others. */
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
export type ChoiceName = keyof ProfileChoices;

const kind = 'contract-workflow-sandbox-profile';
const version = 1;
const profile = z
	.object({ kind: z.literal(kind), version: z.literal(version), choices: profileChoices })
	.strict();

/** A profile cannot be read or written; the message says what to do. */
export class ProfileError extends Error {}

const choicesIn = (file: string): ProfileChoices => {
	const text = readFileSync(file, 'utf8');
	const found = z.object({ kind: z.literal(kind), version: z.unknown() }).parse(JSON.parse(text));
	if (found.version !== version) {
		throw new ProfileError(
			`${file} is a profile of another version of the sandbox: write it anew with check.`,
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
 * @throws ProfileError when it holds none, or one of another version.
 */
export const readProfile = (file: string): ProfileChoices => {
	try {
		return choicesIn(file);
	} catch (error) {
		if (error instanceof ProfileError) throw error;
		throw new ProfileError(`${file} is no profile of a sandbox: ${reasonOf(error)}.`);
	}
};

/**
 * Says whether a profile may be written to a file: where nothing is yet, or another profile.
 * @throws ProfileError when it holds something else.
 */
export const mayHoldProfile = (file: string): void => {
	if (!existsSync(file)) return;
	try {
		z.object({ kind: z.literal(kind) }).parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		throw new ProfileError(`${file} holds something else than a profile: choose another file.`);
	}
};

/** Writes a profile. @throws ProfileError when the file cannot be written. */
export const writeProfile = (file: string, choices: ProfileChoices): void => {
	const text = JSON.stringify(profile.parse({ kind, version, choices }), null, '\t');
	try {
		writeFileSync(file, `${text}\n`);
	} catch (error) {
		throw new ProfileError(`${file} cannot be written: ${reasonOf(error)}.`);
	}
};

/** The options of a sandbox that makes the choices of a profile. */
export const optionsOf = ({
	activeStatuses,
	...choices
}: ProfileChoices): Partial<SandboxOptions> => {
	if (activeStatuses === undefined) return choices;
	const isActive = (status: (typeof taskStatuses)[number]): boolean =>
		activeStatuses[status] ?? defaultOptions.activeStatuses.includes(status);
	return { ...choices, activeStatuses: taskStatuses.filter(isActive) };
};
