/** The steps of a late capture, taken after the payment had ended here: the provider's report, and the refund. */
import type { PaymentResult } from '../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../core/ports/index.ts';
import type { Amount, StatusPage } from '../../web/views/index.ts';
import { amountOf } from '../receipt/amount.ts';

/** @returns no steps without a late capture; no refund where the shop decides about the money */
export function lateSteps({ events }: Pick<FoundPayment, 'events'>, result: PaymentResult): StatusPage['steps'] {
  const instantOf = (kind: 'LATE_REFUND' | 'LATE_SUCCESS') => {
    const noted = events.find((event) => event.kind === kind);
    return noted && { at: new Date(noted.at).toISOString() };
  };
  const reported = instantOf('LATE_SUCCESS');
  if (result.kind !== 'late' || reported === undefined) {
    return [];
  }
  return [
    { step: 'late', ...reported },
    ...(result.money === 'kept' ? [] : [{ step: 'refunded', ...instantOf('LATE_REFUND') } as const]),
  ];
}

/** @returns the amount that the provider reports, if it differs from the requested one */
export function otherMoney({ events }: Pick<FoundPayment, 'events'>): Amount | undefined {
  const noted = events.findLast(({ kind }) => kind === 'OTHER_MONEY');
  const [value, currency] = noted?.outcome.split(' ') ?? [];
  return amountOf(value, currency);
}
