/**
 * The payment code of a provider without pages of its own, shown until the payment has a result. The code is stored
 * with the payment, so the page works while the provider is unreachable.
 */
import { MINUTE_MS } from '../../contract/durations.ts';
import { cachedStatus, isResultOpen, isUnanswered, lastStatus } from '../../core/browser-payments/index.ts';
import type { FoundPayment, ShownCode } from '../../core/ports/index.ts';
import type { CodeOverPage, CodePage, PageAnswer } from '../../web/views/index.ts';
import type { providerPageBase } from './page-parts.ts';
import { choiceAddress, returnAddress } from './redirect-addresses.ts';
import type { StatusPageDependencies } from './status-page.ts';

/** Seconds between two polls of the page. The provider is queried less often, and sends callbacks. */
const POLL_SECONDS = 3;
/** Without script: long enough to select the code and copy it. */
const RELOAD_SECONDS = 20;

/** An open payment, and the data of its page. */
export interface Arrival {
  readonly found: FoundPayment;
  readonly state: string;
  readonly base: Omit<Awaited<ReturnType<typeof providerPageBase>>, 'isReserved'> & { readonly cancelAction: string };
}

export async function codePage(
  dependencies: StatusPageDependencies,
  { found: stored, state, base }: Arrival,
  { text, payableUntil }: ShownCode,
): Promise<PageAnswer<CodePage | CodeOverPage>> {
  const found = await cachedStatus(dependencies, stored);
  const status = lastStatus(found);
  if (!isResultOpen(found) || !(status === undefined || status === 'OPEN' || isUnanswered(status))) {
    return { redirect: returnAddress(state) };
  }
  const poll = { address: choiceAddress(state), seconds: POLL_SECONDS, reloadSeconds: RELOAD_SECONDS };
  const leftMs = payableUntil - dependencies.gateway.clock.now();
  return {
    page:
      leftMs <= 0
        ? { ...base, kind: 'codeOver', poll }
        : {
            ...base,
            kind: 'code',
            code: text,
            minutesLeft: Math.ceil(leftMs / MINUTE_MS),
            poll,
          },
  };
}
