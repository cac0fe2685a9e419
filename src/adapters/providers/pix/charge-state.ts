/** The state of a payment, from its charge at the PSP. */
import { MINUTE_MS } from '../../../contract/durations.ts';
import { currencyOf, minorUnits } from '../../../contract/money.ts';
import type { ProviderMoney, ProviderPayment, ProviderState, UnansweredRequest } from '../../../core/ports/index.ts';
import { BY_PSP, type Charge } from './psp-messages.ts';
import { pspReplyOf } from './replies.ts';

const BRL = currencyOf('BRL');

/**
 * How long after its expiry a charge may still be paid: clocks differ, and a payment at the last moment is reported a
 * few seconds later.
 */
const LATE_MS = MINUTE_MS;

/**
 * At many PSPs an expired charge stays ATIVA, but can no longer be paid. Money that arrives nevertheless is a late
 * capture, as after any other end.
 */
export function stateOfCharge(
  charge: Charge,
  { asked }: ProviderPayment,
  now: number,
): ProviderState | UnansweredRequest {
  const { status } = charge;
  if (status === 'CONCLUIDA') {
    return paidState(charge, asked);
  }
  const money = moneyOf([charge.valor.original], asked);
  if (money === undefined) {
    return { status: 'NO_ANSWER' };
  }
  if (status === 'ATIVA') {
    return now < payableUntil(charge) + LATE_MS
      ? { status: 'OPEN', money }
      : { status: 'DECIDED', money, reply: pspReplyOf('EXPIRADA') };
  }
  return { status: 'DECIDED', money, reply: pspReplyOf(status) };
}

/** The state of a paid charge, with the received amount, which may differ from the requested one. */
function paidState({ pix, txid, status }: Charge, asked: ProviderMoney): ProviderState | UnansweredRequest {
  const [first] = pix;
  const money = moneyOf(
    pix.map(({ valor }) => valor),
    asked,
  );
  if (first === undefined || money === undefined) {
    return { status: 'NO_ANSWER' };
  }
  const { endToEndId } = first;
  if (isReturnedByPsp(pix, money.amount)) {
    return { status: 'DECIDED', money, reply: pspReplyOf('MED_DEVOLVIDO', { providerReference: endToEndId }) };
  }
  const reply = pspReplyOf(status, { providerReference: endToEndId, account: { endToEndId, txid } });
  return { status: 'DECIDED', money, reply };
}

/** True if the PSP itself has returned the whole amount. A partial return is booked by the settlement reports. */
function isReturnedByPsp(pix: Charge['pix'], amount: bigint): boolean {
  const returned = pix
    .flatMap(({ devolucoes = [] }) => devolucoes)
    .filter(({ status, natureza = '' }) => status === 'DEVOLVIDO' && BY_PSP.test(natureza))
    .reduce((sum, { valor }) => sum + ((BRL && minorUnits(valor, BRL)) ?? 0n), 0n);
  return returned >= amount;
}

/** The end of the time in which a charge can be paid, in milliseconds since 1970. */
export function payableUntil({ calendario: { criacao, expiracao } }: Pick<Charge, 'calendario'>): number {
  return Date.parse(criacao) + Number(expiracao) * 1_000;
}

/** The charge's id is derived from the gateway's reference, so its money belongs to the order of the payment. */
function moneyOf(amounts: readonly string[], { orderId }: ProviderMoney): ProviderMoney | undefined {
  const units = amounts.map((text) => BRL && minorUnits(text, BRL));
  const known = units.filter((one) => one !== undefined);
  return known.length === amounts.length
    ? { amount: known.reduce((sum, one) => sum + one, 0n), currency: 'BRL', orderId }
    : undefined;
}
