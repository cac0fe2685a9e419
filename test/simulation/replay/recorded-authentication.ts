/** A payer authentication with its recorded result. */

import type { BundleAuthentication } from '../../../src/cli/record/bundle.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { initiateAuthentication } from '../../../src/core/payer-authentication/initiate.ts';
import type { AuthenticationResult } from '../../../src/core/ports/index.ts';
import { readBody } from '../../contract/body.ts';
import { guarded } from '../callbacks.ts';
import type { Stage } from '../payer.ts';
import { bodyOf, type Wish } from '../requests.ts';
import type { RecordedOutcomes } from './recorded-outcomes.ts';

const TRIES_MAX = 20;
const AGAIN_MS = 2_000;
const REFUSED: ReadonlySet<string> = new Set(['AUTHENTICATION_FAILED', 'AUTHENTICATION_REJECTED']);
const SHIFTED: ReadonlySet<string> = new Set(['AUTHENTICATION_ATTEMPTED', 'AUTHENTICATION_SUCCESSFUL']);

/** @param wish the payment, under the id of the authentication */
export async function initiateRecorded(
  { world, counter, merchant, judge }: Stage,
  outcomes: RecordedOutcomes,
  wish: Wish,
  recorded: BundleAuthentication,
): Promise<void> {
  const { order, sourceOfFunds } = bodyOf(wish) as { readonly order: object; readonly sourceOfFunds: object };
  const { values, problems } = readBody(OPERATIONS.INITIATE_AUTHENTICATION.request, {
    order,
    sourceOfFunds,
    authentication: { channel: 'PAYER_BROWSER' },
  });
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  outcomes.beginAuthentication(resultOf(recorded));
  const { orderId, transactionId } = wish;
  const { version, entryPoint } = recorded;
  const operation = 'INITIATE_AUTHENTICATION';
  const call = { merchant, orderId, transactionId, operation, version, values } as const;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    await counter.reach(({ gateway }) =>
      guarded(world, () => initiateAuthentication(gateway, { ...call, entryPoint: entryPoint as 'HOSTED_PAGE' })),
    );
    const stored = await judge.orders.find(merchant.key, orderId);
    if (stored !== undefined && (await judge.authentications.find(stored.key, transactionId)) !== undefined) {
      return;
    }
    await world.scheduler.sleep(AGAIN_MS);
  }
}

function resultOf({ status, transStatus, isChallenged, challengeCancel, ...more }: BundleAuthentication) {
  const known = status as AuthenticationResult['status'];
  const isRefused = REFUSED.has(known);
  const result: AuthenticationResult = {
    status: known,
    transStatus: transStatus as AuthenticationResult['transStatus'],
    transStatusReason: more.transStatusReason,
    recommendation: isRefused
      ? 'DO_NOT_PROCEED'
      : known === 'AUTHENTICATION_UNAVAILABLE'
        ? 'MERCHANT_DECIDES'
        : 'PROCEED',
    liability: SHIFTED.has(known) ? 'ISSUER' : 'MERCHANT',
    isChallenged: isChallenged ?? false,
    challengeCancel,
  };
  return result;
}
