/** The part of the status page for a payment that waits for the payer's bank. */
import { shownAuthentication } from '../../core/payer-authentication/index.ts';
import { abandon } from '../pay/authentication/abandon.ts';
import { sessionOf } from '../pay/authentication/after-authentication.ts';
import { overtakenBy } from '../pay/authentication/calls.ts';
import type { AcsStatus, AcsStatusService } from '../return/index.ts';
import { authenticationKey, cancelStatusAddress, statusAddress, statusChallengeAddress } from '../return/index.ts';
import { checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import { authenticationPage } from './authentication-page.ts';
import { pageContext } from './page-context.ts';

export function acsStatusService(dependencies: PayerDependencies): AcsStatusService {
  return {
    find: (handle) => findAcsStatus(dependencies, handle),
    challenge: async ({ attempt, shown }, handle, languages) => {
      if (attempt === undefined) {
        return { redirect: statusAddress(handle) };
      }
      const context = pageContext(dependencies, attempt.found, languages);
      const place = { address: statusChallengeAddress(handle), cancelAction: cancelStatusAddress(handle), hidden: {} };
      return authenticationPage(dependencies, attempt, shown, context, place);
    },
    cancel: async ({ attempt }) => {
      if (attempt !== undefined) {
        await abandon(dependencies, attempt.found, 'cancelled');
      }
    },
  };
}

async function findAcsStatus(dependencies: PayerDependencies, handle: string): Promise<AcsStatus | undefined> {
  const { gateway } = dependencies;
  const key = authenticationKey(gateway, handle);
  const stored = key === undefined ? undefined : await gateway.payerAuthentication.authentications.findByKey(key);
  if (stored === undefined) {
    return undefined;
  }
  const shown = await shownAuthentication(gateway, stored);
  const session = await sessionOf(dependencies, stored);
  const found = session && (await checkoutStatus(dependencies, session.id));
  const attempt = found?.state.kind === 'authenticating' ? { found, pending: found.state.pending } : undefined;
  const isOurs = attempt?.pending.transactionId === stored.authentication.transactionId;
  return { shown, ...(attempt && isOurs && overtakenBy(attempt) === undefined && { attempt }) };
}
