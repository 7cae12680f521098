import type { Safeguard } from '../run/run';
import { decideIf } from './decideIf/decideIf';
import { idempotency } from './idempotency/idempotency';
import { journal } from './journal/journal';
import { question } from './question/question';

/** What wraps every write, the outermost first. */
export const safeguards: readonly Safeguard[] = [question, journal, idempotency, decideIf];
