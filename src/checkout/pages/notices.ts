/** The notices of the payment page: the reason of a decline, a balance, or a change since the form was shown. */
import type { CardRefusal } from '../../contract/card-names.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { minorUnits } from '../../contract/money.ts';
import { providerName } from '../../contract/providers/index.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { failureReason } from '../../core/browser-payments/index.ts';
import { type Merchant, type Movement, storedCurrency } from '../../core/index.ts';
import type { DeclineAdvice, PaymentMethod, PayNotice } from '../../web/views/index.ts';
import { WALLET_NAMES } from '../pay/wallets/wallet-buttons.ts';
import { amountOf, storedAmount } from '../receipt/amount.ts';
import { merchantFields } from '../session/given-details.ts';
import { detailGroups } from '../session/payer-details.ts';
import type { AskedBalance, CheckoutSession, FormState } from '../session/session.ts';
import type { StateOf } from '../status/state.ts';
import type { AuthenticationDecline, PageContext } from './page-context.ts';

export function noticeOf(
  session: CheckoutSession,
  { merchant, unconfirmed, refusal }: Pick<PageContext, 'merchant' | 'refusal' | 'unconfirmed'>,
  state: StateOf<'pay'>,
): PayNotice | undefined {
  const { form, fields } = session;
  if (form?.balance !== undefined) {
    return balanceNotice(form.balance, fields, merchant, state.attemptsLeft);
  }
  if (form?.notice === 'again' || form?.notice === 'cancelled' || form?.notice === 'unsaved') {
    return { kind: form.notice };
  }
  if (form?.notice === 'applePay' || form?.notice === 'googlePay') {
    return { kind: 'wallet', wallet: WALLET_NAMES[form.notice] };
  }
  if (form?.notice === 'changed') {
    return changedNotice(form, fields);
  }
  const isElsewhere = form?.notice === 'elsewhere';
  const isCorrected = Object.keys(form?.errors ?? {}).length > 0;
  if (state.isLeft && !isElsewhere && !isCorrected) {
    return { kind: 'cancelled' };
  }
  if (state.released !== undefined && !isElsewhere && !isCorrected) {
    const currency = storedCurrency(fields.order?.currency ?? '');
    return { kind: 'released', amount: storedAmount({ amount: state.released.amount, currency: currency.code }) };
  }
  if (state.declined === undefined) {
    return isElsewhere ? { kind: 'again', isElsewhere: true } : undefined;
  }
  if (isCorrected) {
    return undefined;
  }
  const left = state.isFree ? undefined : state.attemptsLeft;
  const isNear = state.attemptsLeft <= ATTEMPTS_NEAR_END;
  const asksAddress = detailGroups(merchantFields(session), 'card').some(
    (group) => group.name === 'billing' && group.isAsked,
  );
  const notice = declineNotice(state.declined, left, { unconfirmed, refusal, isNear, asksAddress });
  return { ...notice, isElsewhere: isElsewhere ? true : undefined };
}

/** With so few attempts left, the page no longer shows the possible cause, which card testers would use. */
const ATTEMPTS_NEAR_END = 1;

/** The circumstances of a decline that determine its message. */
interface Circumstances {
  readonly unconfirmed?: AuthenticationDecline;
  readonly refusal?: CardRefusal | undefined;
  /** Few attempts are left, so all refusals get the same message. */
  readonly isNear: boolean;
  /** The page asks for the billing address, so the payer can correct it. */
  readonly asksAddress: boolean;
}

/** @param attemptsLeft omitted if the attempt does not count as a refusal */
export function declineNotice(
  declined: Movement,
  attemptsLeft: number | undefined,
  { unconfirmed, refusal, isNear, asksAddress }: Circumstances,
): Extract<PayNotice, { kind: DeclineKind }> {
  const { provider, gatewayCode, giftCard } = declined;
  const counted = attemptsLeft === undefined ? {} : { attemptsLeft };
  if (unconfirmed !== undefined) {
    return { kind: 'unconfirmed', ...unconfirmed, ...counted };
  }
  if (provider !== undefined) {
    return { kind: 'provider', provider: providerName(provider), reason: failureReason(gatewayCode), ...counted };
  }
  const method = giftCard ? 'giftCard' : 'card';
  if (refusal !== undefined) {
    return { kind: 'declined', method, advice: 'otherCard', refusal, ...counted };
  }
  // Without address inputs the payer cannot correct the address.
  const advice = gatewayCode === 'DECLINED_AVS' && !asksAddress ? 'otherCard' : ADVICE_BY_METHOD[method][gatewayCode];
  return { kind: 'declined', method, advice: adviceNear(advice, method, isNear), ...counted };
}

type DeclineKind = 'declined' | 'provider' | 'unconfirmed';

/** A refused balance inquiry gets the message of a refused payment. */
function balanceNotice(
  asked: AskedBalance,
  { order }: RequestFields,
  { profile }: Merchant,
  attemptsLeft: number,
): PayNotice {
  if (asked.kind === 'refused') {
    const advice = adviceNear(GIFT_CARD_ADVICE[asked.gatewayCode], 'giftCard', attemptsLeft <= ATTEMPTS_NEAR_END);
    return { kind: 'declined', method: 'giftCard', advice, attemptsLeft };
  }
  const due = amountOf(order?.amount, order?.currency);
  const amount = asked.kind === 'known' ? amountOf(asked.value, asked.currency) : undefined;
  // The shop may have changed the currency since.
  if (asked.kind !== 'known' || amount === undefined || due?.currency !== amount.currency) {
    return { kind: 'balanceUntold' };
  }
  const currency = storedCurrency(amount.currency);
  const [has, needs] = [amount, due].map(({ value }) => minorUnits(value, currency) ?? 0n) as [bigint, bigint];
  const isEnough = has >= needs;
  const rest = storedAmount({ amount: needs - has, currency: currency.code });
  const mayPayPart = !isEnough && has > 0n && profile.permissions.partPayment;
  return { kind: 'balance', lastFour: asked.lastFour, amount, isEnough, ...(mayPayPart && { rest }) };
}

function changedNotice({ before: shown }: FormState, fields: RequestFields): PayNotice {
  const before = amountOf(shown?.value, shown?.currency);
  const now = amountOf(fields.order?.amount, fields.order?.currency);
  const same = before?.value === now?.value && before?.currency === now?.currency;
  return same || before === undefined || now === undefined ? { kind: 'changed' } : { kind: 'changed', before, now };
}

/** Advice to the payer. Does not reveal which detail was wrong: card testers would use it. */
const ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ACQUIRER_SYSTEM_ERROR: 'later',
  DECLINED_AVS: 'checkDetails',
  DECLINED_AVS_CSC: 'checkDetails',
  DECLINED_CSC: 'checkDetails',
  DUPLICATE_BATCH: 'later',
  EXPIRED_CARD: 'checkDetails',
  INVALID_CSC: 'checkDetails',
  REFERRED: 'askBank',
  DECLINED: 'askBank',
  SYSTEM_ERROR: 'later',
  TIMED_OUT: 'later',
  UNSPECIFIED_FAILURE: 'later',
};
const GIFT_CARD_ADVICE: Partial<Record<GatewayCode, DeclineAdvice>> = {
  ...ADVICE,
  DECLINED: 'giftCardPin',
  INSUFFICIENT_FUNDS: 'giftCardBalance',
};
const ADVICE_BY_METHOD = { card: ADVICE, giftCard: GIFT_CARD_ADVICE } as const;

/** The advice for every refusal if few attempts are left. A technical failure keeps its own advice. */
const NEAR_END: Readonly<Record<PaymentMethod, DeclineAdvice>> = { card: 'askBank', giftCard: 'otherCard' };

function adviceNear(advice: DeclineAdvice = 'otherCard', method: PaymentMethod, isNear: boolean): DeclineAdvice {
  return isNear && advice !== 'later' ? NEAR_END[method] : advice;
}
