/** The pages at `/checkout/return/{state}`: the wait for a provider's result, and the redirect to the return URL. */
import type { PageAnswer, ResultPage } from '../../web/views/index.ts';
import { type PayerLanguages, payerLocale } from '../payer/payer-languages.ts';
import { isReturnAddressByKey } from '../status/return-address-by-key.ts';
import { madePaymentOf, providerPageBase } from './page-parts.ts';
import { statusAddress, waitAddress } from './redirect-addresses.ts';
import { type RedirectRequest, waitForResult } from './redirect-steps.ts';
import { paymentOutcomeOf } from './status-mark.ts';
import type { StatusPageDependencies } from './status-page.ts';

const POLL_SECONDS = 1;

export async function waitPage(
  dependencies: StatusPageDependencies,
  state: string,
  request: RedirectRequest,
  languages: PayerLanguages,
): Promise<PageAnswer<ResultPage>> {
  const step = await waitForResult(dependencies, state, request);
  if (step.kind === 'REDIRECT') {
    return { redirect: (await dependencies.homeOf?.(step.url)) ?? step.url };
  }
  if (step.kind === 'UNKNOWN_RETURN') {
    return { problem: { kind: 'unknownReturn', locale: payerLocale(dependencies, languages) } };
  }
  const { found } = step;
  const { handle, returnUrl } = found.payment;
  const base = await providerPageBase(dependencies, found, languages);
  if (step.kind === 'WAIT') {
    const poll = { address: waitAddress(state), seconds: POLL_SECONDS };
    return { page: { ...base, kind: 'awaitingResult', poll, isHosted: isReturnAddressByKey(returnUrl) } };
  }
  const { money } = await madePaymentOf(dependencies, found);
  return {
    page: {
      ...base,
      kind: 'returning',
      outcome: paymentOutcomeOf(found, money),
      returnLink: { href: returnUrl, isFollowed: true },
      statusHref: dependencies.publicOrigin + statusAddress(handle),
    },
  };
}
