/** No text that was typed, chosen or sent by anybody is in a bundle, whichever member of the stored order had it. */
import { expect, it } from 'vitest';
import { bundleText } from '../../../src/cli/record/bundle.ts';
import { parseBundle } from '../../../src/cli/record/read-bundle.ts';
import { type RecordDependencies, recordOrder, type StoredHistory } from '../../../src/cli/record/record-order.ts';
import { type SeededRandom, seededRandom } from '../../support/random.ts';

const ORDERS = 200;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-_@';

/** Texts of several kinds, each of which is found again in any other text. */
function secretsFrom(random: SeededRandom) {
  const made: string[] = [];
  const keep = (text: string) => {
    made.push(text);
    return text;
  };
  const digits = (count: number) => Array.from({ length: count }, () => random.between(0, 10)).join('');
  const letters = (count: number) =>
    Array.from({ length: count }, () => LETTERS[random.between(0, LETTERS.length)]).join('');
  return {
    made,
    text: () => keep(`x${letters(random.between(8, 30))}`),
    mail: () => keep(`${letters(6).replaceAll(/[^a-z]/g, 'q')}@${digits(4)}.example`),
    id: () => keep(`SESSION${digits(4)}${letters(10).replaceAll(/\W/g, 'q')}`),
    number: () => keep(`4${digits(15)}`),
    /** Capitals with digits, as of a word of the gateway. */
    code: () => keep(`KEY${digits(5)}`),
  };
}

type Secrets = ReturnType<typeof secretsFrom>;

/** An order with a browser payment and a card payment, whose every text is a secret. */
function historyOf({ text, mail, id, number, code }: Secrets): StoredHistory {
  const snapshot = {
    status: 'CAPTURED',
    amount: 1_250n,
    currency: 'EUR',
    totalAuthorized: 1_250n,
    totalCaptured: 1_250n,
    totalRefunded: 0n,
    createdAt: 1,
    updatedAt: 2,
  } as const;
  const details = {
    order: { reference: text(), description: text(), notificationUrl: text() },
    customer: { firstName: text(), lastName: text(), email: mail(), phone: text() },
    billing: { address: { street: text(), city: text() } },
    transaction: { source: code(), reference: text() },
    userId: mail(),
    session: { id: id() },
  };
  const request = {
    type: 'PAYMENT',
    version: 100,
    currency: 'EUR',
    amount: 1_250n,
    details,
    session: 4,
    from: text(),
    notificationUrl: text(),
    page: { shopName: text(), shopUrl: text(), receipt: { locale: 'en', addressLines: [text()], email: mail() } },
  } as const;
  const card = {
    type: 'CARD',
    brand: 'VISA',
    scheme: 'VISA',
    fundingMethod: 'CREDIT',
    number: number(),
    lastFour: '1234',
    expiry: { month: '1', year: code() },
    nameOnCard: text(),
    token: id(),
    emvRequest: code(),
  } as const;
  const reply = {
    gatewayCode: 'APPROVED',
    acquirerCode: code(),
    acquirerMessage: text(),
    authorizationCode: code(),
    merchantAdviceCode: text(),
    stan: code(),
    time: code(),
    date: code(),
    processingCode: code(),
    posEntryMode: code(),
    transactionIdentifier: id(),
  } as const;
  const stored = (key: number, more: object) =>
    ({
      key,
      orderKey: 1,
      transactionId: id(),
      fingerprint: new Uint8Array(),
      createdAt: 1,
      updatedAt: 2,
      ...more,
    }) as never;
  const byCard = { ...request, operation: 'PAY', entryPoint: 'WEB_SERVICES_API', instrument: card };
  const wallet = { type: 'BROWSER_PAYMENT', provider: 'demoWallet' };
  const atWallet = { ...request, operation: 'INITIATE_BROWSER_PAYMENT', entryPoint: 'HOSTED_PAGE', instrument: wallet };
  const provider = { gatewayCode: 'APPROVED', code: text(), message: text(), account: { email: mail() } };
  const transaction = stored(2, { request: atWallet, outcome: { provider, gatewayCode: 'APPROVED', order: snapshot } });
  const state = { ...snapshot, movements: [] };
  const order = { key: 1, merchantKey: 1, orderId: id(), state, lockedBy: null, fence: 1, createdAt: 1, updatedAt: 2 };
  const event = {
    kind: 'RETURNED',
    actor: 'PAYER',
    outcome: code(),
    source: text(),
    at: 2,
    lastAt: 2,
    times: 1,
  } as const;
  return {
    order,
    transactions: [
      stored(3, { request: byCard, outcome: { reply, gatewayCode: 'APPROVED', order: snapshot } }),
      transaction,
    ],
    authentications: [],
    payments: [{ order, transaction, merchantId: id(), payment: { late: null } as never, events: [event] }],
    notifications: [
      {
        key: 9,
        merchantId: id(),
        orderId: id(),
        transactionId: id(),
        event: undefined,
        sequence: 1,
        url: text(),
        state: 'WAITING',
        createdAt: 2,
        deliveredAt: null,
        dueAt: 3,
      },
    ],
    isReversalPending: false,
  };
}

it('a bundle has none of them, in any of two hundred orders', async () => {
  const random = seededRandom(process.env.TURNPIKE_TEST_SEED);
  for (let count = 0; count < ORDERS; count += 1) {
    const secrets = secretsFrom(random);
    const history = historyOf(secrets);
    const using: RecordDependencies = {
      notifications: {
        tries: async () => [
          { number: 1, at: 2, durationMs: 5, status: null, failure: secrets.text(), answer: secrets.text() },
        ],
        body: async () => JSON.stringify({ result: secrets.text(), order: { status: secrets.code() } }),
      },
      sealer: {} as never,
      now: () => 3,
    };
    const text = bundleText(await recordOrder(history, using));
    expect(secrets.made.length).toBeGreaterThan(30);
    expect(secrets.made.filter((secret) => text.includes(secret))).toEqual([]);
    expect(parseBundle(text, 'f').transactions).toHaveLength(2);
  }
});
