import type { Safeguard } from '../run/run';
import { decideIf } from './decideIf/decideIf';
import { once } from './once/once';

/** What wraps every write, the outermost first. */
export const safeguards: readonly Safeguard[] = [once, decideIf];
