import type {
	AuthorizationCodeModel,
	ClientCredentialsModel,
	RefreshTokenModel,
} from '@node-oauth/oauth2-server';
import type { Service } from '../service';
import { clientPart } from './clients';
import { codePart } from './codes';
import { tokenPart } from './tokens';
import type { Unit } from './unit';
import { libraryTime } from './unit';

type Model = AuthorizationCodeModel & ClientCredentialsModel & RefreshTokenModel;

/** What one request reads, and the writes that it is to end with. */
export interface UnitOfWork {
	readonly model: Model;
	/** Writes all in one transaction; false when a code of it was used up, or the store exchanged, meanwhile. */
	readonly commit: () => boolean;
}

/** The library's view of the store, for one request. */
export const createUnitOfWork = (service: Service): UnitOfWork => {
	const { store } = service;
	const { generation } = store;
	const unit: Unit = { service, time: libraryTime(service.clock), writes: [] };
	return {
		model: { ...clientPart(unit), ...codePart(unit), ...tokenPart(unit) },
		commit: () =>
			// What was read may not be there any more, after the sandbox went back to a snapshot.
			store.generation === generation &&
			store.transaction(() => {
				const [first, ...others] = unit.writes;
				// A code is always the first to be written: it must be there for the rest to count.
				if (first?.() === false) return false;
				for (const write of others) write();
				return true;
			}),
	};
};
