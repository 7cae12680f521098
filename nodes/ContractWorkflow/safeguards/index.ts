import type { Safeguard } from '../run/run';
import { guard } from './guard/guard';
import { idempotency } from './idempotency/idempotency';
import { journal } from './journal/journal';
import { question } from './question/question';

/** What wraps every write, the outermost first. */
export const safeguards: readonly Safeguard[] = [question, journal, idempotency, guard];
