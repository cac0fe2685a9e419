/**
 * The shop's page that opened the checkout by `checkout.js`. If the shop gave no return URL for how the checkout ended,
 * the payer returns to this page, and its script notifies it of the end.
 */
import { embedOrigins } from '../../core/index.ts';
import type { FrameColors } from '../../web/views/index.ts';
import { COLORS_PARAMETER } from '../session/page-addresses.ts';
import { type EmbeddingPage, type ScriptEnd, sealingId } from '../session/session.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from './checkout-status.ts';
import { OWN_ID, siteRootOf } from './return-url.ts';

const ENDS: ReadonlySet<string> = new Set<ScriptEnd>(['cancel', 'complete', 'error', 'timeout']);
const URL_CHARACTERS_MAX = 2_048;
const WEB = /^https?:/;
/** Query parameters of the address with which the script opens the payment page. */
const URL_PARAMETER = 'shopPage';
const ENDS_PARAMETER = 'shopPageHears';

/** @param query of a framed page's address @returns undefined if it names no colours */
export function frameColorsIn(query: URLSearchParams): FrameColors | undefined {
  const colors = query.get(COLORS_PARAMETER);
  return colors === 'dark' || colors === 'light' ? colors : undefined;
}

/**
 * @param query of the payment page's address
 * @returns undefined if no script opened it
 */
export function shopPageIn(query: URLSearchParams): EmbeddingPage | undefined {
  const url = query.get(URL_PARAMETER);
  return url === null ? undefined : shopPageAt(url, (query.get(ENDS_PARAMETER) ?? '').split('.'));
}

/**
 * @param ends the names of the ends that the page has callbacks for
 * @returns undefined for an invalid address
 */
export function shopPageAt(url: string, ends: readonly string[]): EmbeddingPage | undefined {
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
 * Stores the page if it is the merchant's: anyone with the link can name a page, and a payer who has just paid trusts
 * our redirect. So its host must be one of the profile's `embedHosts`, or that of an address in the session.
 */
export async function noteShopPage(
  dependencies: PayerDependencies,
  sessionId: string,
  page: EmbeddingPage,
): Promise<void> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found === undefined || !isOfMerchant(dependencies, found, page)) {
    return;
  }
  const { sessions, sessionService } = dependencies;
  const stored = await sessionService.findById(found.owner.id);
  const url = page.url.replaceAll(sealingId(found.owner), OWN_ID).replaceAll(found.owner.id, OWN_ID);
  const shopPage = { ...page, url };
  if (stored?.checkout != null && JSON.stringify(stored.checkout.shopPage) !== JSON.stringify(shopPage)) {
    // If the session was changed meanwhile, the page is not stored: a payment takes precedence.
    await sessions.replace({ ...stored, checkout: { ...stored.checkout, shopPage } }, stored);
  }
}

function isOfMerchant(
  { sandbox }: PayerDependencies,
  { merchant, owner }: CheckoutStatus,
  { url }: EmbeddingPage,
): boolean {
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
    ...given.flatMap((one) => (one === undefined ? [] : [siteRootOf(one)])),
  ];
  const site = siteRootOf(url);
  // A blob URL has the origin of the page that made it, so the scheme is checked too.
  return site !== undefined && WEB.test(url) && own.includes(site);
}
