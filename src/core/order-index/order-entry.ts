/** Makes the entry of the index by which an order is found, from the order's records. Pure, but for the keyed hash. */
import { resultOf } from '../../contract/gateway-codes.ts';
import { chargedBack } from '../order/chargebacks.ts';
import { orderResult, type TransactionType } from '../order/order.ts';
import { orderStatus } from '../order/order-status.ts';
import {
  type CountedEvent,
  DEFAULT_ACQUIRER,
  type InstrumentView,
  type OrderEntry,
  type OrderSource,
  type OrderTerm,
  type PayerStep,
  type Sealer,
  type StoredTransaction,
  type TermKind,
} from '../ports/index.ts';

type Hashes = Pick<Sealer, 'hash'>;

/** The transactions with which a payer pays, or a card is checked. */
const ATTEMPTS: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT', 'VERIFICATION']);
const PAID_TYPES: ReadonlySet<TransactionType> = new Set(['AUTHORIZATION', 'PAYMENT']);
/** No term of the interface is longer. */
const TERM_CHARACTERS_MAX = 100;
/** 128 bits of the hash are enough: two addresses of one store have the same by no chance. */
const HASH_BYTES = 16;
const DAY_CHARACTERS = 10;
const CONTROL = /\p{Cc}/gu;

/** The purposes of the keyed hashes of a customer. */
const HASH_PURPOSES: Readonly<Partial<Record<TermKind, string>>> = {
  EMAIL: 'order index e-mail',
  NAME: 'order index name',
};

export function orderEntry(source: OrderSource, sealer: Hashes): OrderEntry {
  const { order, event } = source;
  const { state } = order;
  const transactions = inSequence(source);
  const attempts = transactions.filter(({ request }) => ATTEMPTS.has(request.type));
  const shown =
    attempts.findLast(({ outcome }) => outcome !== undefined && resultOf(outcome.gatewayCode) !== 'FAILURE') ??
    attempts.at(-1) ??
    transactions.at(-1);
  const instrument = shown?.request.instrument;
  const declined = orderResult(state) === 'FAILURE' ? attempts.at(-1)?.outcome : undefined;
  const steps = payerSteps(source, transactions);
  return {
    order: {
      orderKey: order.key,
      merchantKey: order.merchantKey,
      orderId: order.orderId,
      status: orderStatus(state),
      currency: state.currency,
      amount: state.amount,
      totalAuthorized: state.totalAuthorized,
      totalCaptured: state.totalCaptured,
      totalRefunded: state.totalRefunded,
      totalChargedBack: chargedBack(state),
      method: instrument === undefined ? null : methodOf(instrument),
      brand: instrument === undefined ? null : brandOf(instrument),
      lastFour: (instrument && lastFourOf(instrument)) ?? null,
      reference: transactions.map(referenceOf).findLast((one) => one !== undefined) ?? null,
      providerReference: transactions.flatMap((one) => providerReferencesOf(source, one))[0] ?? null,
      declineCode: declined?.gatewayCode ?? null,
      acquirerCode: declined?.reply?.acquirerCode ?? declined?.provider?.code ?? null,
      steps,
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
    },
    terms: [...termsOf(source, transactions, sealer), ...chargebackTerms(state)],
    counted: [
      ...transactions.flatMap(countedTransaction),
      ...(event === undefined
        ? []
        : [
            {
              ...NO_DIMENSIONS,
              day: dayOf(event.at),
              currency: state.currency,
              kind: event.kind,
              reason: lostAfter(steps),
              amount: state.amount,
            },
          ]),
    ],
  };
}

/** The order's transactions in the order in which they began. The order's state lists the completed ones. */
function inSequence({ order, transactions }: OrderSource): readonly StoredTransaction[] {
  const places = new Map(order.state.movements.map(({ transactionId }, place) => [transactionId, place]));
  const placeOf = ({ transactionId }: StoredTransaction) => places.get(transactionId) ?? places.size;
  return transactions.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || one.createdAt - other.createdAt || one.key - other.key,
  );
}

function methodOf(instrument: InstrumentView): string {
  return instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : instrument.type;
}

function brandOf(instrument: InstrumentView): string | null {
  return instrument.type === 'BROWSER_PAYMENT' ? null : (instrument.localBrand ?? instrument.brand);
}

function lastFourOf(instrument: InstrumentView): string | undefined {
  const { lastFour, number } = instrument as { readonly lastFour?: string; readonly number?: string };
  return lastFour ?? /\d{4}$/.exec(number ?? '')?.[0];
}

function referenceOf({ request: { details } }: StoredTransaction): string | undefined {
  return details.order?.reference;
}

function providerReferencesOf({ providerReferences }: OrderSource, { key, outcome }: StoredTransaction): string[] {
  const references = [providerReferences.get(key), outcome?.provider?.providerReference];
  return references.filter((one) => one !== undefined && one !== '') as string[];
}

/** Steps of the payer in their sequence. The last one is where the payer stopped. */
function payerSteps({ order, event }: OrderSource, transactions: readonly StoredTransaction[]): PayerStep[] {
  const steps: PayerStep[] = order.state.authentications === undefined ? [] : ['AUTHENTICATED'];
  for (const { request, outcome } of transactions.filter(({ request: { type } }) => PAID_TYPES.has(type))) {
    if (request.instrument.type === 'BROWSER_PAYMENT') {
      steps.push('REDIRECTED');
    }
    const result = outcome && resultOf(outcome.gatewayCode);
    if (result === 'SUCCESS') {
      steps.push('PAID');
    } else if (result === 'FAILURE') {
      steps.push(request.isCancelled || outcome?.gatewayCode === 'CANCELLED' ? 'CANCELLED' : 'DECLINED');
    }
  }
  if (event !== undefined) {
    steps.push(event.kind === 'CHECKOUT_ABANDONED' ? 'ABANDONED' : 'TIMED_OUT');
  }
  return steps.filter((step, at) => step !== steps[at - 1]);
}

function lostAfter(steps: readonly PayerStep[]): string {
  return steps.at(-2) ?? '';
}

const NO_DIMENSIONS = { result: '', method: '', brand: '', processor: '' } as const;

/** @returns the count of a transaction; none while it is in flight */
function countedTransaction({ request, outcome, createdAt }: StoredTransaction): CountedEvent[] {
  if (outcome === undefined) {
    return [];
  }
  const { instrument, currency, amount, type: kind, acquirer = DEFAULT_ACQUIRER } = request;
  const result = resultOf(outcome.gatewayCode);
  return [
    {
      day: dayOf(createdAt),
      currency,
      kind,
      result,
      method: methodOf(instrument),
      brand: brandOf(instrument) ?? '',
      processor: instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : acquirer,
      reason: result === 'FAILURE' ? outcome.gatewayCode : '',
      amount,
    },
  ];
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, DAY_CHARACTERS);
}

/** The terms of orders whose money was charged back: `standing` as long as a part of it is not returned. */
export const CHARGEBACK_TERMS = {
  standing: { kind: 'CHARGEBACK', value: 'standing' },
  returned: { kind: 'CHARGEBACK', value: 'returned' },
} as const satisfies Readonly<Record<string, OrderTerm>>;

function chargebackTerms(state: OrderSource['order']['state']): OrderTerm[] {
  if (!state.movements.some(({ type }) => type === 'CHARGEBACK')) {
    return [];
  }
  return [chargedBack(state) > 0n ? CHARGEBACK_TERMS.standing : CHARGEBACK_TERMS.returned];
}

function termsOf(source: OrderSource, transactions: readonly StoredTransaction[], sealer: Hashes): OrderTerm[] {
  const values = transactions.flatMap((transaction): [TermKind, string | undefined][] => {
    const { instrument, details } = transaction.request;
    return [
      ['EMAIL', details.customer?.email],
      ['NAME', instrument.type === 'BROWSER_PAYMENT' ? undefined : instrument.nameOnCard],
      ['LAST_FOUR', lastFourOf(instrument)],
      ['REFERENCE', details.order?.reference],
      ['REFERENCE', details.order?.customerReference],
      ['REFERENCE', details.transaction?.reference],
      ...providerReferencesOf(source, transaction).map((one): [TermKind, string] => ['PROVIDER_REFERENCE', one]),
    ];
  });
  const terms = new Map<string, OrderTerm>();
  for (const [kind, text] of values) {
    for (const term of text === undefined ? [] : termsFor(kind, text, (...hashed) => [sealer.hash(...hashed)])) {
      terms.set(`${kind} ${term.value}`, term);
    }
  }
  return [...terms.values()];
}

/**
 * The terms under which a text is stored and found: without differences of case, of spaces, and of forms of a letter.
 *
 * @param hashes makes the keyed hashes of a customer's address or name: one to store it, one for each key to find it
 * @returns none for a text without characters
 */
export function termsFor(
  kind: TermKind,
  text: string,
  hashes: (purpose: string, text: string) => readonly Uint8Array[],
): OrderTerm[] {
  const normal = text.normalize('NFKC').replace(CONTROL, ' ').trim().replace(/\s+/g, ' ').toLowerCase();
  if (normal === '') {
    return [];
  }
  const purpose = HASH_PURPOSES[kind];
  return purpose === undefined
    ? [{ kind, value: normal.slice(0, TERM_CHARACTERS_MAX) }]
    : hashes(purpose, normal).map((hash) => ({
        kind,
        value: Buffer.from(hash).subarray(0, HASH_BYTES).toString('base64url'),
      }));
}
