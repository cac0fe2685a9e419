/** The adapter that is tried, with its stand-in. */
import type { ProviderFacts } from '../../contract/providers/index.ts';
import type { BrowserOperation, ProviderMovementKind } from '../../gateway/ports/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { PayerAct, StandIn } from '../stand-in.ts';

export interface Subject {
  readonly id: string;
  readonly facts: ProviderFacts;
  readonly open: OpenProvider;
  /** Started. */
  readonly standIn: StandIn;
}

/** The merchants of every trial. */
export const MERCHANT = 'CONFORMANCE-1';
export const OTHER_MERCHANT = 'CONFORMANCE-2';

export function offers({ facts }: Subject, what: BrowserOperation | ProviderMovementKind): boolean {
  return (
    (facts.operations as readonly string[]).includes(what) || (facts.movements as readonly string[]).includes(what)
  );
}

export function can({ standIn }: Subject, act: PayerAct): boolean {
  return standIn.acts.includes(act);
}

/** Whether an agreement becomes a payment only when it is asked for: by the merchant, or by the gateway. */
export function isConfirmed({ facts }: Subject): boolean {
  return facts.completedBy === 'GATEWAY' || facts.confirmations.includes('CONFIRM_AT_MERCHANT');
}
