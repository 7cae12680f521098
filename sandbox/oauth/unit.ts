import type { User } from '@node-oauth/oauth2-server';
import type { Clock } from '../clock';
import type { Service } from '../service';

/**
 * The library reckons with the real time, so its times are moved by what the sandbox's clock is
 * ahead.
 */
export interface LibraryTime {
	/** Milliseconds since 1970 of the sandbox's clock; of the present without a date. */
	toSandbox(date: Date | undefined): number;
	toLibrary(milliseconds: number): Date;
}

/** The library's time as it stands to the sandbox's now. */
export const libraryTime = (clock: Clock): LibraryTime => {
	const ahead = clock.now() - Date.now();
	return {
		toSandbox: (date) => (date?.getTime() ?? Date.now()) + ahead,
		toLibrary: (milliseconds) => new Date(milliseconds - ahead),
	};
};

/** What the parts of the model work with. */
export interface Unit {
	readonly service: Service;
	readonly time: LibraryTime;
	/** What is to be written at the end; false when it can no longer be. */
	readonly writes: Array<() => boolean>;
}

/** Puts off a write until the request is good. */
export const addWrite = ({ writes }: Unit, write: () => void): void => {
	writes.push(() => {
		write();
		return true;
	});
};

/** Id of the member whom the library knows as `user`. */
export const userIdOf = (user: User): number => Number(user.userId);
