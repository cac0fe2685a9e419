/**
 * Emulates the bank's page of 3DS1: a merchant's page posts `PaReq`, `TermUrl` and `MD` there, and gets `PaRes` and
 * `MD` back. The browser's messages carry no result; the gateway authenticates the payer by EMV 3DS here.
 */
import { InterfaceError } from '../../contract/interface-error.ts';
import { majorText } from '../../contract/money.ts';
import { redirectUrl } from '../../contract/web-types.ts';
import { embedOrigins, type Gateway, type Merchant, storedCurrency, urlHostProblems } from '../../core/index.ts';
import {
  authenticatePayer,
  authenticationAddresses,
  authenticationAt,
  authenticationState,
  browserMessage,
  challengeAgain,
  changePurpose,
  isBrowserMessage,
  methodUnderWay,
  type ShownAuthentication,
  shownAuthentication,
  startMethod,
} from '../../core/payer-authentication/index.ts';
import { type FoundAuthentication, type Merchants, supportCode } from '../../core/ports/index.ts';
import type { AuthenticationPage, MerchantPostPage, PageAnswer } from '../../web/views/index.ts';
import { type BrowserAgent, readBrowserData } from '../payer/browser-data.ts';
import { amountOf } from '../receipt/amount.ts';
import { shopOf, testModeOf } from '../receipt/shop.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';

type Dependencies = PayerDependencies & { readonly merchants: Merchants };

/** A payer who leaves the merchant's page open for longer must start again there. */
const PAREQ_MS_MAX = 60 * 60_000;
/** The limit of `MD`, in UTF-8. */
const MERCHANT_DATA_BYTES_MAX = 1_024;
const POLL_SECONDS = 3;
const RELOAD_SECONDS = 20;
/** Seconds to wait for the ACS's method page. */
const METHOD_SECONDS = 10;

const TERM_URL = redirectUrl();

export function checkedBankAddress(gateway: Gateway, { authentication }: Pick<FoundAuthentication, 'authentication'>) {
  return new URL(addressesOf(gateway, authentication).bankUrl).pathname;
}

function addressesOf(gateway: Gateway, authentication: FoundAuthentication['authentication']) {
  return authenticationAddresses(gateway.browser.publicOrigin, authenticationState(gateway, authentication));
}

/** The fields that a merchant's page posts. */
export interface Coming {
  readonly paReq: string;
  readonly termUrl: string;
  readonly merchantData: string;
}

/**
 * Handles the browser's arrival from the merchant's page, without a cookie of ours.
 * @returns the address to go on to; undefined where the request is refused: forged, for another authentication,
 *   expired, used, or with a return URL that is not the merchant's
 */
export async function comeToBank(
  dependencies: Dependencies,
  state: string,
  { paReq, termUrl, merchantData }: Coming,
): Promise<string | undefined> {
  const { gateway } = dependencies;
  const shown = await checkedAt(gateway, state);
  const merchant = shown && (await dependencies.merchants.find(shown.merchantId));
  if (shown === undefined || merchant === undefined) {
    return undefined;
  }
  const { authentication, view } = shown;
  const isOurs = isBrowserMessage(gateway, 'PaReq', authentication, paReq) && authentication.usedBy === null;
  const isOver = view.stage === 'ENROLLED' && gateway.clock.now() > authentication.createdAt + PAREQ_MS_MAX;
  const isTakenHome =
    isReturnUrl(dependencies, merchant, shown, termUrl) && Buffer.byteLength(merchantData) <= MERCHANT_DATA_BYTES_MAX;
  if (!isOurs || isOver || !isTakenHome) {
    return undefined;
  }
  await startMethod(gateway, await changePurpose(gateway, shown, { home: { url: termUrl, merchantData } }));
  return checkedBankAddress(gateway, shown);
}

/**
 * Validates the return URL like the merchant's other return addresses, and against the one that the merchant's server
 * may have named.
 */
function isReturnUrl(
  { sandbox }: Dependencies,
  { profile }: Merchant,
  { authentication }: ShownAuthentication,
  url: string,
): boolean {
  const named = authentication.purpose.details['3DSecure']?.authenticationRedirect?.responseUrl;
  return (
    TERM_URL.accepts(url) &&
    (sandbox || TERM_URL.liveRule?.(url) !== false) &&
    urlHostProblems(url, 'TermUrl', profile).length === 0 &&
    (named === undefined || new URL(named).origin === new URL(url).origin)
  );
}

async function checkedAt(gateway: Gateway, state: string): Promise<ShownAuthentication | undefined> {
  const shown = await authenticationAt(gateway, state);
  return shown?.authentication.purpose.checked === undefined ? undefined : shown;
}

/** The payer cancels at the bank's page. @returns the address to go on to; undefined for an unknown state */
export async function cancelBank({ gateway }: Dependencies, state: string): Promise<string | undefined> {
  const shown = await checkedAt(gateway, state);
  if (shown?.authentication.purpose.checked?.home === undefined) {
    return undefined;
  }
  await changePurpose(gateway, shown, { isCancelled: true });
  return checkedBankAddress(gateway, shown);
}

export interface Visitor {
  readonly agent: BrowserAgent;
  readonly from: string;
}

/**
 * Advances the authentication as far as it can go, on each request for the page. Shops may also show the page in a
 * frame: the profile's `embedHosts` are allowed.
 */
export async function bankPage(
  dependencies: Dependencies,
  state: string,
  visitor: Visitor,
  locale: string,
): Promise<PageAnswer<AuthenticationPage | MerchantPostPage>> {
  const at = await checkedAt(dependencies.gateway, state);
  const merchant = at && (await dependencies.merchants.find(at.merchantId));
  if (at?.authentication.purpose.checked?.home === undefined || merchant === undefined) {
    return { problem: { kind: 'unknownReturn', locale } };
  }
  const answer = await bankPageOf(dependencies, merchant, at, visitor, locale);
  return 'page' in answer ? { ...answer, framedBy: embedOrigins(merchant.profile, dependencies.sandbox) } : answer;
}

async function bankPageOf(
  dependencies: Dependencies,
  merchant: Merchant,
  at: ShownAuthentication,
  visitor: Visitor,
  locale: string,
): Promise<PageAnswer<AuthenticationPage | MerchantPostPage>> {
  const { gateway } = dependencies;
  const unknown = { problem: { kind: 'unknownReturn', locale } } as const;
  const method = at.view.stage === 'ENROLLED' ? methodUnderWay(gateway, at) : undefined;
  const shown =
    at.view.stage === 'ENROLLED' && method === undefined ? await ask(dependencies, merchant, at, visitor) : at;
  if (shown === undefined) {
    return unknown;
  }
  const { authentication, view } = shown;
  const { home, isCancelled } = authentication.purpose.checked ?? {};
  const base = {
    locale,
    testMode: testModeOf(dependencies),
    shop: shopOf(merchant),
    supportCode: supportCode(gateway.sealer, shown.order.key),
  };
  if (home !== undefined && (view.stage === 'ENDED' || isCancelled)) {
    if (!isReturnUrl(dependencies, merchant, shown, home.url) || authentication.usedBy !== null) {
      return unknown;
    }
    const hidden = { PaRes: browserMessage(gateway, 'PaRes', authentication), MD: home.merchantData };
    return { page: { ...base, kind: 'merchantPost', action: home.url, hidden }, toMerchant: { url: home.url } };
  }
  const poll = { address: checkedBankAddress(gateway, shown), seconds: POLL_SECONDS };
  const { amount = 0n, currency } = authentication.purpose;
  const asking = { ...base, amount: amountOf(majorText(amount, storedCurrency(currency)), currency), poll };
  if (method !== undefined) {
    const page = { ...asking, kind: 'askingBank', poll: { ...poll, seconds: METHOD_SECONDS } } as const;
    return { page: { ...page, method: { url: method.url, data: method.data } }, framed: new URL(method.url).origin };
  }
  const cancel = { cancelAction: poll.address.replace(/bank$/, 'cancel'), hidden: {} };
  if (view.stage === 'DECOUPLED') {
    return { page: { ...asking, ...cancel, kind: 'bankAsks' } };
  }
  const challenge = view.stage === 'CHALLENGE' ? await challengeAgain(gateway, shown) : undefined;
  if (challenge === undefined) {
    return { page: { ...asking, kind: 'askingBank' } };
  }
  const { acsUrl, creq } = challenge;
  const slow = { ...poll, reloadSeconds: RELOAD_SECONDS };
  return {
    page: { ...asking, ...cancel, kind: 'challenge', poll: slow, acsUrl, creq },
    framed: new URL(acsUrl).origin,
  };
}

/**
 * Requests authentication, once: a second window waits for the same answer. Undefined: the card is no longer stored.
 */
async function ask(
  dependencies: Dependencies,
  merchant: Merchant,
  shown: ShownAuthentication,
  { agent, from }: Visitor,
): Promise<ShownAuthentication | undefined> {
  const { gateway, sessions, sessionService } = dependencies;
  const { authentication, order } = shown;
  const { checked, currency, amount = 0n, version } = authentication.purpose;
  const session = checked?.cardSession === undefined ? undefined : await sessionService.findByKey(checked.cardSession);
  if (session === undefined) {
    return undefined;
  }
  const { device } = readBrowserData('', agent, from);
  try {
    const answer = await authenticatePayer(gateway, {
      merchant,
      operation: 'AUTHENTICATE_PAYER',
      orderId: order.orderId,
      transactionId: authentication.transactionId,
      version,
      entryPoint: 'WEB_SERVICES_API',
      values: {
        session: { id: session.id },
        device,
        order: { amount: majorText(amount, storedCurrency(currency)), currency },
      },
      from,
    });
    // The session holds only the card, which is not needed any more.
    await sessions.touch(session.key, gateway.clock.now());
    return answer.kind === 'DONE' ? answer.shown : undefined;
  } catch (error) {
    if (!(error instanceof InterfaceError) || error.errorCause !== 'INVALID_REQUEST') {
      throw error;
    }
    // Either another window has sent the request meanwhile, or the merchant's fields make an invalid request and the
    // payer cannot be authenticated.
    const now = await gateway.payerAuthentication.authentications.findByKey(authentication.key);
    const after = now && (await shownAuthentication(gateway, now));
    gateway.log.warn({ problems: error.problems }, 'an authentication of the older pair was not asked for');
    return after?.view.stage === 'ENROLLED' ? undefined : after;
  }
}
