/**
 * The shop's page that led the payer here by `checkout.js`. A payer whose shop gave no address of its own for how the
 * checkout ended comes back to it, and its script tells the page.
 */
import { embedOrigins } from '../gateway/index.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from './checkout-status.ts';
import { OWN_ID, siteOf } from './return-url.ts';
import { type ScriptEnd, type ShopPage, sealingId } from './session.ts';

const ENDS: ReadonlySet<string> = new Set<ScriptEnd>(['cancel', 'complete', 'error', 'timeout']);
const URL_CHARACTERS_MAX = 2_048;
const WEB = /^https?:/;
/** In the address by which the script opens the payment page. */
const URL_PARAMETER = 'shopPage';
const ENDS_PARAMETER = 'shopPageHears';

/** @param query of the payment page's address @returns undefined where no script opened it */
export function shopPageIn(query: URLSearchParams): ShopPage | undefined {
  const url = query.get(URL_PARAMETER);
  return url === null ? undefined : shopPageAt(url, (query.get(ENDS_PARAMETER) ?? '').split('.'));
}

/** @param ends that the page has callbacks for, by name @returns undefined for what is no address */
export function shopPageAt(url: string, ends: readonly string[]): ShopPage | undefined {
  if (url.length > URL_CHARACTERS_MAX || !URL.canParse(url)) {
    return undefined;
  }
  const page = new URL(url);
  page.hash = '';
  page.username = '';
  page.password = '';
  return { url: page.href, hears: ends.filter((end): end is ScriptEnd => ENDS.has(end)) };
}

/**
 * Stores it, if it is the merchant's: whoever has the link can name a page, and a payer who has just paid trusts where
 * we lead. So its host is one of the profile's `embedHosts`, or that of an address in the session.
 */
export async function noteShopPage(dependencies: PayerDependencies, sessionId: string, page: ShopPage): Promise<void> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined || !isOfMerchant(dependencies, found, page)) {
    return;
  }
  const { sessions, sessionService } = dependencies;
  const stored = await sessionService.findById(found.owner.id);
  const url = page.url.replaceAll(sealingId(found.owner), OWN_ID).replaceAll(found.owner.id, OWN_ID);
  const shopPage = { ...page, url };
  if (stored?.checkout != null && JSON.stringify(stored.checkout.shopPage) !== JSON.stringify(shopPage)) {
    // Where something else was written meanwhile, this is not: a payment goes before the way home.
    await sessions.replace({ ...stored, checkout: { ...stored.checkout, shopPage } }, stored);
  }
}

function isOfMerchant({ sandbox }: PayerDependencies, { merchant, owner }: CheckoutStatus, { url }: ShopPage): boolean {
  const { interaction } = owner.fields;
  const given = [
    interaction?.returnUrl,
    interaction?.cancelUrl,
    interaction?.timeoutUrl,
    interaction?.redirectMerchantUrl,
    interaction?.merchant?.url,
  ];
  const own = [
    ...embedOrigins(merchant.profile, sandbox).map((origin) => `${origin}/`),
    ...given.flatMap((one) => (one === undefined ? [] : [siteOf(one)])),
  ];
  const site = siteOf(url);
  // A blob's origin is that of the page that made it.
  return site !== undefined && WEB.test(url) && own.includes(site);
}
