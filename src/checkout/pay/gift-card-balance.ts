/**
 * A payer's inquiry for the balance of a gift card. Guessing of card numbers is limited as for payments: a checkout and
 * a network have a maximum of inquiries, and a refused inquiry counts as a failed attempt of the checkout.
 */
import { majorText } from '../../contract/money.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { hasBalanceInquiry, queryGiftCardBalance, storedCurrency } from '../../core/index.ts';
import { RACED, retryRaces } from '../../platform/races.ts';
import { isCharging } from '../session/charging.ts';
import type { AskedBalance, Checkout, CheckoutSession, FormState } from '../session/session.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import { storeGiftCard } from './stored-gift-card.ts';

/** Enough for a payer with a few gift cards. */
const INQUIRIES_MAX = 5;

/** Whether the page offers an inquiry. */
export function canAskBalance(
  { gateway }: PayerDependencies,
  { session, merchant }: Pick<CheckoutStatus, 'merchant' | 'session'>,
): boolean {
  const { checkout, fields } = session;
  return (
    isCharging(checkout.operation) &&
    (checkout.inquiries?.asked ?? 0) < INQUIRIES_MAX &&
    hasBalanceInquiry(gateway, merchant, fields.order?.currency ?? '')
  );
}

/**
 * Queries the balance, and stores the result for this payer's next page.
 * @param form to show again with the balance
 */
export async function inquireBalance(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  { from, sourceOfFunds, form }: { from: string; sourceOfFunds: SourceOfFundsFields; form: FormState },
): Promise<void> {
  const balance = await queryBalance(dependencies, found, from, sourceOfFunds);
  const next = { ...form, balance };
  // Without a cookie the payer is not recognised: anyone with the address could use the stored card.
  const isStored =
    balance.kind === 'known' &&
    form.typedBy !== undefined &&
    (await storeGiftCard(dependencies, found.session, sourceOfFunds, next));
  if (!isStored) {
    await dependencies.sessions.setForm(found.session.key, next);
  }
}

async function queryBalance(
  dependencies: PayerDependencies,
  found: CheckoutStatus,
  from: string,
  sourceOfFunds: SourceOfFundsFields,
): Promise<AskedBalance> {
  const { gateway } = dependencies;
  const isAllowed = canAskBalance(dependencies, found) && !dependencies.asksTooOften(from);
  // Counted as refused before it is sent, so that a crash in between does not allow another guess.
  if (!isAllowed || !(await count(dependencies, found.owner, { asked: 1, refused: 1 }))) {
    return { kind: 'untold' };
  }
  const currency = found.session.fields.order?.currency ?? '';
  const outcome = await queryGiftCardBalance(gateway, found.merchant, { sourceOfFunds }, currency);
  if (outcome.status === 'REFUSED') {
    return { kind: 'refused', gatewayCode: outcome.gatewayCode };
  }
  await count(dependencies, found.owner, { asked: 0, refused: -1 });
  if (outcome.status !== 'KNOWN') {
    return { kind: 'untold' };
  }
  const value = majorText(outcome.balance, storedCurrency(currency));
  const lastFour = sourceOfFunds.provided?.giftCard?.number?.reveal().slice(-4) ?? '';
  return { kind: 'known', value, currency, lastFour };
}

/** Other processes may count at the same time. More lost races than this are a flood, which is refused. */
const RACES_MAX = 5;

/** @returns false if it could not be counted, or the limit is reached */
async function count(
  { sessionService, sessions }: PayerDependencies,
  owner: CheckoutSession,
  more: Required<Checkout>['inquiries'],
): Promise<boolean> {
  const counted = await retryRaces(async () => {
    const stored = await sessionService.findById(owner.id);
    if (stored?.checkout == null) {
      return false;
    }
    const { asked: before, refused } = stored.checkout.inquiries ?? { asked: 0, refused: 0 };
    const inquiries = { asked: before + more.asked, refused: refused + more.refused };
    if (inquiries.asked > INQUIRIES_MAX) {
      return false;
    }
    if (await sessions.replace({ ...stored, checkout: { ...stored.checkout, inquiries } }, stored)) {
      return true;
    }
    return RACED;
  }, RACES_MAX);
  return counted === true;
}
