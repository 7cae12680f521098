import type { Safeguard } from '../run/types';
import { decideIf } from './decideIf/decideIf';
import { once } from './once/once';

/** What wraps every write, the outermost first. */
export const safeguards: readonly Safeguard[] = [once, decideIf];
