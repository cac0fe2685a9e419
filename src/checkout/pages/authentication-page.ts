/** The pages that a payer sees while the bank is queried, and during a challenge. */
import {
  challengeAgain,
  initiateAuthentication,
  type ShownAuthentication,
} from '../../core/payer-authentication/index.ts';
import type { AuthenticationPage, PageView } from '../../web/views/index.ts';
import { isMethodUnderWay } from '../pay/authentication/advance.ts';
import { authenticationCall, orderToConfirm, overtakenBy } from '../pay/authentication/calls.ts';
import { frameOf } from '../payer/browser-data.ts';
import { amountOf } from '../receipt/amount.ts';
import { authenticationHandle, statusAddress } from '../return/index.ts';
import type { Authenticating, PayerDependencies } from '../status/checkout-status.ts';
import { type PageContext, pageBase } from './page-context.ts';

/** Seconds between two polls for the bank's answer. */
const POLL_SECONDS = 3;
/** Without script the page reloads, which interrupts a challenge shown in it, so the interval is longer. */
const RELOAD_SECONDS = 20;
/** Seconds to wait for the ACS's method page. */
const METHOD_SECONDS = 10;

/** The address of the page, and the target and fields of its cancel button. */
export interface PagePlace {
  /** The page's own address: it shows another page once the bank has answered. */
  readonly address: string;
  readonly cancelAction: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** @param shown absent before the first request to the bank */
export async function authenticationPage(
  dependencies: PayerDependencies,
  attempt: Authenticating,
  shown: ShownAuthentication | undefined,
  context: PageContext,
  { address, cancelAction, hidden }: PagePlace,
): Promise<PageView<AuthenticationPage>> {
  const { amount, currency } = orderToConfirm(attempt);
  const isOvertaken = overtakenBy(attempt) !== undefined;
  const isAmountHidden = isOvertaken || attempt.found.session.checkout.operation === 'VERIFY';
  const due = isAmountHidden ? undefined : amountOf(amount, currency);
  const poll = { address, seconds: POLL_SECONDS };
  const base = { ...pageBase(context), amount: due, poll };
  const asking = { page: { ...base, kind: 'askingBank' } } as const;
  // The next request abandons an overtaken attempt.
  if (shown === undefined || isOvertaken) {
    return asking;
  }
  const links = { cancelAction, hidden, statusHref: statusAddress(authenticationHandle(dependencies.gateway, shown)) };
  switch (shown.view.stage) {
    case 'ENROLLED': {
      const method = isMethodUnderWay(attempt, shown) ? await methodOf(dependencies, attempt) : undefined;
      return method === undefined
        ? asking
        : {
            page: { ...asking.page, poll: { address, seconds: METHOD_SECONDS }, method },
            framed: originOf(method.url),
          };
    }
    case 'CHALLENGE': {
      const challenge = await challengeAgain(dependencies.gateway, shown);
      if (challenge === undefined) {
        return asking;
      }
      const { acsUrl, creq } = challenge;
      const frame = frameOf(attempt.pending.device);
      const slow = { ...poll, reloadSeconds: RELOAD_SECONDS };
      return {
        page: { ...base, ...links, kind: 'challenge', poll: slow, acsUrl, creq, frame },
        framed: originOf(acsUrl),
      };
    }
    case 'DECOUPLED': {
      return { page: { ...base, ...links, kind: 'bankAsks', cardholderInfo: shown.view.cardholderInfo } };
    }
    default:
      return asking;
  }
}

/** Repeats the initiating call, which is idempotent and returns the same method. */
async function methodOf({ gateway }: PayerDependencies, attempt: Authenticating) {
  const answer = await initiateAuthentication(gateway, authenticationCall(attempt, 'INITIATE_AUTHENTICATION'));
  const step = answer.kind === 'DONE' ? answer.step : undefined;
  return step?.kind === 'METHOD' ? { url: step.url, data: step.data } : undefined;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
