/** The parts of a checkout that are stored with its payment: pages and mails need them after the session has ended. */
import { isTimeZone } from '../../contract/time-zone.ts';
import type { Merchant } from '../../core/index.ts';
import type { PayerPage, PayerReceipt } from '../../core/ports/index.ts';
import { payerLocale } from '../payer/payer-languages.ts';
import type { PostedForm } from '../payer/posted-form.ts';
import { shopOf } from '../receipt/shop.ts';
import type { CheckoutSession } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';
import { shopSiteOf } from '../status/return-url.ts';
import { savingCustomer } from './saved-cards.ts';

export function payerPage(
  dependencies: PayerDependencies,
  { languages, fields }: Pick<PostedForm, 'fields' | 'languages'>,
  merchant: Merchant,
  session: CheckoutSession,
): PayerPage {
  const shopUrl = shopSiteOf(session);
  const shops = session.fields.interaction?.locale;
  const locale = languages.chosen === undefined ? shops : payerLocale(dependencies, languages, shops);
  const isMailed = dependencies.receipts !== undefined && merchant.profile.receipts.mail;
  return {
    shopName: shopOf(merchant, session.fields).name,
    shopUrl,
    locale,
    timeZone: reportedTimeZone(fields),
    receipt: isMailed ? payerReceipt(merchant, session, payerLocale(dependencies, languages, shops)) : undefined,
  };
}

/** The page's script adds the zone to each form. */
function reportedTimeZone(form: URLSearchParams): string | undefined {
  const zone = form.get('timeZone') ?? '';
  return isTimeZone(zone) ? zone : undefined;
}

function payerReceipt(merchant: Merchant, session: CheckoutSession, locale: string): PayerReceipt {
  const { addressLines, email, phone } = shopOf(merchant, session.fields);
  const isNamed = savingCustomer({ session, merchant }) === undefined ? undefined : true;
  return { locale, addressLines, email, phone, isNamed };
}
