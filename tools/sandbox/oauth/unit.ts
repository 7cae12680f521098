import type { User } from '@node-oauth/oauth2-server';
import type { Clock } from '../clock';
import type { Service } from '../service';

/**
 * The library uses the real time, so its times are corrected by the shift of the sandbox's clock.
 */
export interface LibraryTime {
	/** Milliseconds since 1970 on the sandbox's clock; the current time without a date. */
	toSandbox(date: Date | undefined): number;
	toLibrary(milliseconds: number): Date;
}

/** Converts times between the library and the sandbox's clock. */
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
	/** Pending writes. False if a write is no longer possible. */
	readonly writes: Array<() => boolean>;
}

/** Delays a write until the request is complete. */
export const addWrite = ({ writes }: Unit, write: () => void): void => {
	writes.push(() => {
		write();
		return true;
	});
};

/** The id of the member that the library calls `user`. */
export const userIdOf = (user: User): number => Number(user.userId);
