/** The adapter that is tried, with its stand-in. */
import type { ProviderFacts } from '../../contract/providers/index.ts';
import type { BrowserOperation, ProviderMovementKind } from '../../gateway/ports/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { PayerAct, StandIn, StandInChoice } from '../stand-in.ts';

export interface Subject {
  readonly id: string;
  readonly facts: ProviderFacts;
  readonly open: OpenProvider;
  /** Started. */
  readonly standIn: StandIn;
  /** With whom payers pay; absent where they choose nothing before they are at the provider. */
  readonly choice?: StandInChoice;
}

/** The merchants of every trial. */
export const MERCHANT = 'CONFORMANCE-1';
export const OTHER_MERCHANT = 'CONFORMANCE-2';

export function offers(subject: Subject, what: BrowserOperation | ProviderMovementKind): boolean {
  const { operations } = subject.facts;
  return (operations as readonly string[]).includes(what) || (movementsOf(subject) as readonly string[]).includes(what);
}

/** What the provider does with the money afterwards. What merchants transfer back by themselves it never hears of. */
export function movementsOf({ facts }: Subject): readonly ProviderMovementKind[] {
  return facts.refundedBy === 'MERCHANT' ? facts.movements.filter((kind) => kind !== 'REFUND') : facts.movements;
}

export function can({ standIn }: Subject, act: PayerAct): boolean {
  return standIn.acts.includes(act);
}

/** Whether an agreement becomes a payment only when it is asked for: by the merchant, or by the gateway. */
export function isConfirmed({ facts }: Subject): boolean {
  return facts.completedBy === 'GATEWAY' || facts.confirmations.includes('CONFIRM_AT_MERCHANT');
}
