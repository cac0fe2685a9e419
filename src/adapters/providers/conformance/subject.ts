/** The adapter under test, with its simulator. */
import type { ProviderFacts } from '../../../contract/providers/index.ts';
import type { BrowserOperation, ProviderMovementKind } from '../../../core/ports/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import type { PayerAct, StandIn, StandInChoice } from '../stand-in.ts';

export interface Subject {
  readonly id: string;
  readonly facts: ProviderFacts;
  readonly open: OpenProvider;
  /** The simulator, already started. */
  readonly standIn: StandIn;
  /** The option that payers choose. Absent if payers do not choose an option before the provider's page. */
  readonly choice?: StandInChoice;
}

/** The merchants of all trials. */
export const CONFORMANCE_MERCHANT = 'CONFORMANCE-1';
export const OTHER_MERCHANT = 'CONFORMANCE-2';

export function offers(subject: Subject, what: BrowserOperation | ProviderMovementKind): boolean {
  const { operations } = subject.facts;
  return (operations as readonly string[]).includes(what) || (movementsOf(subject) as readonly string[]).includes(what);
}

/** Movements that the provider executes. A refund that the merchant transfers itself is not one of them. */
export function movementsOf({ facts }: Subject): readonly ProviderMovementKind[] {
  return facts.refundedBy === 'MERCHANT' ? facts.movements.filter((kind) => kind !== 'REFUND') : facts.movements;
}

export function can({ standIn }: Subject, act: PayerAct): boolean {
  return standIn.acts.includes(act);
}

/** True if an agreed payment is executed only after a confirmation by the merchant or the gateway. */
export function isConfirmed({ facts }: Subject): boolean {
  return facts.completedBy === 'GATEWAY' || facts.confirmations.includes('CONFIRM_AT_MERCHANT');
}
