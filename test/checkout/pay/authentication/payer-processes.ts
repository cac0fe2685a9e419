/** A checkout with a card that waits for its bank, on the store of a rig, and processes that may continue it. */

import { ChallengeQueue } from '../../../../src/checkout/index.ts';
import type { CheckoutSession } from '../../../../src/checkout/session/session.ts';
import { SessionService } from '../../../../src/checkout/session/session-service.ts';
import { LINK, type PayerDependencies } from '../../../../src/checkout/status/checkout-status.ts';
import type { Gateway } from '../../../../src/core/gateway.ts';
import { sealUnderId } from '../../../../src/platform/id-seal.ts';
import { KeyedMutex } from '../../../../src/platform/keyed-mutex.ts';
import { answerInBankApp } from '../../../../src/sandbox/three-ds/acs/challenge.ts';
import { matchLocale } from '../../../../src/web/text/languages.ts';
import { BROWSER, card, PROFILE, type Rig, read, rig } from '../../../core/payer-authentication/rig.ts';
import { NO_LINKS } from '../../../support/no-links.ts';
import { checkoutSession } from '../../sessions.ts';

/** Its merchant allows decoupled authentication. */
export const patientRig = () => rig({ payerAuthentication: { ...PROFILE.payerAuthentication, decoupledMinutes: 60 } });

/** The payer confirms in the bank's app, and the directory server has received the result. */
export async function bankAgrees({ sandbox: { threeDS } }: Rig): Promise<void> {
  const [row] = threeDS.ledger.transactions.all({ state: 'DECOUPLED' });
  if (row === undefined) {
    throw new Error('The bank asks nobody.');
  }
  threeDS.change((work) => answerInBankApp(work, row, true));
  await threeDS.results.waitForResults(row.id, AbortSignal.timeout(5_000));
}

/** The dependencies of one process's pages and workers. */
export function payerProcess({ beside, store, merchant }: Rig): PayerDependencies {
  const { sessions } = store;
  const { clock, sealer, sources } = beside().gateway;
  const sessionService = new SessionService({ sessions, sealer, clock });
  const session: Gateway['sources']['session'] = (key, id, version) => sessionService.forPayment(key, id, version);
  return {
    ...{ sessionService, sessions, matchLocale },
    gateway: beside({ sources: { ...sources, session } }).gateway,
    merchantByKey: async () => merchant,
    inFlightQueries: new Map(),
    wake: () => undefined,
    mutex: new KeyedMutex(),
    publicOrigin: 'https://pay.example',
    links: NO_LINKS,
    sandbox: true,
    asksTooOften: () => false,
    asksCardsTooOften: () => false,
    challengeQueue: new ChallengeQueue(),
  };
}

const valuesOf = ({ orderId }: Rig) => ({ order: { id: orderId, amount: '12.00', currency: 'EUR' } });

/** The payer has sent a card of this expiry, which is to be authenticated. */
export async function sentCard(
  made: Rig,
  { sessionService }: PayerDependencies,
  expiry: { month: string; year: string },
): Promise<CheckoutSession> {
  const { checkout } = checkoutSession();
  const session = await sessionService.create(made.merchant.key, { values: valuesOf(made), checkout });
  return collected(sessionService, { ...session, checkout }, expiry);
}

/** The same, behind a payment link. */
export async function sentCardBehindLink(
  made: Rig,
  { sessionService }: PayerDependencies,
  expiry: { month: string; year: string },
): Promise<CheckoutSession> {
  const { checkout } = checkoutSession({ mode: 'PAYMENT_LINK' });
  const values = valuesOf(made);
  const link = await sessionService.create(made.merchant.key, { values, checkout });
  const session = await sessionService.create(made.merchant.key, {
    values,
    checkout: (id) => ({
      ...checkout,
      behind: { link: sealUnderId(id, link.id, LINK), linkKey: link.key, attempt: '1' },
    }),
  });
  return collected(sessionService, session as CheckoutSession, expiry);
}

/** Replaces a card that was sent before. */
export async function collected(
  sessionService: SessionService,
  session: CheckoutSession,
  expiry: { month: string; year: string },
  attempt = '1',
): Promise<CheckoutSession> {
  const { sourceOfFunds } = read(card(expiry));
  const authentication = {
    ...{ attempt, transactionId: `3DS-${attempt}`, device: read({ device: BROWSER }).device ?? {} },
    page: { shopName: 'Shop' },
  };
  const form = { method: 'card', kept: {}, errors: {} } as const;
  const sent = await sessionService.collect(session, { sourceOfFunds, authentication }, form);
  if (sent === undefined) {
    throw new Error('Somebody else has changed the session.');
  }
  return sent;
}
