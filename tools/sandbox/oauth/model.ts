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

/** The reads of one request, and its pending writes. */
export interface UnitOfWork {
	readonly model: Model;
	/**
	 * Writes everything in one transaction. False if one of its codes was used up, or the store was
	 * replaced, in the meantime.
	 */
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
			// After the sandbox was restored to a snapshot, what was read may not exist any more.
			store.generation === generation &&
			store.transaction(() => {
				const [first, ...others] = unit.writes;
				// A code is always written first: if it does not exist, the rest must not be written.
				if (first?.() === false) return false;
				for (const write of others) write();
				return true;
			}),
	};
};
