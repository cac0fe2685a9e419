/** Holds what the gateway says of each payment against the acquirer's own ledger. */
import type { LedgerEntry } from '../../src/sandbox/acquirer/ledger.ts';
import type { AcquirerControl } from '../support/acquirer-control.ts';
import type { Merchant } from '../support/merchant.ts';
import { type Attempt, inBatches, TRANSACTION } from './load.ts';

/** What became of a payment: what the gateway says now, and the states of its order's movements at the acquirer. */
export interface Fate {
  readonly orderId: string;
  /** Undefined where the gateway never took the payment. */
  readonly result: string | undefined;
  readonly movements: readonly LedgerEntry['state'][];
}

/** The fates of `attempts` once no declined payment is held at the acquirer any more, or once that was waited for in vain. */
export async function fatesOf(
  attempts: readonly Attempt[],
  { merchant, acquirer }: { merchant: Merchant; acquirer: AcquirerControl },
): Promise<Fate[]> {
  const results = await inBatches(attempts, async ({ orderId }) => {
    const { status, body } = await merchant.transaction(orderId, TRANSACTION);
    return status === 200 ? body.result : undefined;
  });
  const fates = (ledger: readonly LedgerEntry[]): Fate[] => {
    const states = Map.groupBy(ledger, ({ order }) => order);
    return attempts.map(({ orderId }, index) => ({
      orderId,
      result: results[index],
      movements: (states.get(orderId) ?? []).map(({ state }) => state),
    }));
  };
  const allGivenBack = acquirer.ledgerOnce((ledger) => heldInVain(fates(ledger)).length === 0);
  return fates(await allGivenBack.catch(() => acquirer.ledger()));
}

/** Payments that were not made, and whose money the acquirer holds all the same. */
function heldInVain(fates: readonly Fate[]): Fate[] {
  return fates.filter(({ result, movements }) => result !== 'SUCCESS' && movements.includes('APPROVED'));
}

/** Orders with more than one approved movement. */
export function doubles(fates: readonly Fate[]): Fate[] {
  return fates.filter(({ movements }) => movements.filter((state) => state === 'APPROVED').length > 1);
}

/** Payments of which the gateway says that they were made, and the acquirer does not. */
function invented(fates: readonly Fate[]): Fate[] {
  return fates.filter(({ result, movements }) => result === 'SUCCESS' && !movements.includes('APPROVED'));
}

/** Everything that must not be, by its name. */
export function flaws(fates: readonly Fate[]): Record<keyof typeof NO_FLAWS, readonly Fate[]> {
  return { doubles: doubles(fates), heldInVain: heldInVain(fates), invented: invented(fates) };
}

export const NO_FLAWS = { doubles: [], heldInVain: [], invented: [] } as const;

/** One word for each fate, for the run's summary. */
export function fateName({ result, movements }: Fate): 'kept' | 'reversed' | 'absent' {
  if (result === 'SUCCESS') return 'kept';
  return movements.includes('REVERSED') ? 'reversed' : 'absent';
}
