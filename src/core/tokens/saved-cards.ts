/** Stores the card of a payment as a token: number, expiry and name, without the security code. */
import type { RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import {
  type Clock,
  cardPlace,
  type Log,
  type Orders,
  type SavedAs,
  type SavedCards,
  type Sealer,
  type StoredToken,
  type StoredTransaction,
  type Tokens,
} from '../ports/index.ts';
import { preservingToken, type Random, randomToken } from './ids.ts';
import { tokenPlace } from './stored-token.ts';
import { cardHashes, tokenInstrument } from './token-instrument.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly orders: Pick<Orders, 'sealedCard'>;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly tokens: Tokens;
}

/** The maximum number of attempts if concurrent requests store the same card or take the same id. */
const TRIES_MAX = 20;

export function makeSavedCards(dependencies: Dependencies): SavedCards {
  return {
    plan: (profile, number) => plan(profile, number, dependencies.random),
    store: (merchantKey, transaction) => store(dependencies, merchantKey, transaction),
  };
}

function plan(
  { tokenGeneration, tokenManagement }: MerchantProfile,
  number: Secret,
  random: Random,
): SavedAs | undefined {
  if (tokenGeneration === 'MERCHANT_SUPPLIED') {
    return undefined;
  }
  const isPreserving = tokenGeneration === 'PRESERVE_6_4';
  return {
    token: newId(number, isPreserving, random),
    isPreserving: isPreserving ? true : undefined,
    isUnique: tokenManagement === 'UNIQUE_CARD' ? true : undefined,
  };
}

function newId(number: Secret, isPreserving: boolean, random: Random): string {
  return (isPreserving ? preservingToken : randomToken)(number.reveal(), random);
}

/** Logs a failure to store the card. The payment is then completed without a token. */
async function store(
  dependencies: Dependencies,
  merchantKey: number,
  transaction: StoredTransaction,
): Promise<string | undefined> {
  const { log, random, sealer, tokens } = dependencies;
  const { savedAs } = transaction.request;
  const number = savedAs && (await numberOf(dependencies, transaction));
  if (savedAs === undefined || number === undefined) {
    return undefined;
  }
  const values = instrumentOf(transaction, number);
  const hashes = cardHashes(sealer, 'CARD', values);
  let { token } = savedAs;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const known = savedAs.isUnique ? await tokens.findByCard(merchantKey, hashes) : undefined;
    if (known !== undefined) {
      if (await tokens.replace(tokenOf(dependencies, merchantKey, values, known.token, known), known)) {
        return known.token;
      }
      continue;
    }
    const made = tokenOf(dependencies, merchantKey, values, token);
    if (await tokens.insert(made, savedAs.isUnique ? hashes : undefined)) {
      return token;
    }
    // An earlier attempt of the same payment has stored the card, or the id belongs to another card.
    const taken = await tokens.find(merchantKey, token);
    if (taken !== undefined && isOfCard(taken, hashes)) {
      return token;
    }
    token = newId(number, savedAs.isPreserving === true, random);
  }
  log.error({ transaction: transaction.key }, 'the card of a payment is not stored: no id was free for its token');
  return undefined;
}

async function numberOf(
  { log, orders, sealer }: Dependencies,
  transaction: StoredTransaction,
): Promise<Secret | undefined> {
  const card = await orders.sealedCard(transaction.key);
  if (card === null) {
    return undefined;
  }
  try {
    return new Secret(sealer.open(card.sealed, cardPlace(card.merchantKey, transaction)));
  } catch (err) {
    log.error({ err, transaction: transaction.key }, 'the card of a payment is not stored: it cannot be opened');
    return undefined;
  }
}

function instrumentOf({ request: { instrument } }: StoredTransaction, number: Secret): RequestFields {
  const { expiry, nameOnCard } = instrument.type === 'CARD' ? instrument : {};
  const card = {
    number,
    ...(expiry && { expiry: { ...expiry } }),
    ...(nameOnCard !== undefined && { nameOnCard }),
  };
  return { sourceOfFunds: { type: 'CARD', provided: { card } } };
}

function isOfCard({ cardHash }: StoredToken, hashes: readonly Uint8Array[]): boolean {
  return cardHash !== null && hashes.some((hash) => Buffer.from(cardHash).equals(hash));
}

/** The acquirer has just approved the card, which counts as its verification. */
function tokenOf(
  { clock, sealer, tokens }: Dependencies,
  merchantKey: number,
  values: RequestFields,
  token: string,
  earlier?: StoredToken,
): StoredToken {
  const { fields, texts } = tokenInstrument('CARD', values);
  const key = earlier?.key ?? tokens.newKey();
  const now = clock.now();
  const [cardHash = null] = cardHashes(sealer, 'CARD', values);
  return {
    key,
    merchantKey,
    token,
    fields,
    sealedCard: sealer.seal(JSON.stringify(texts), tokenPlace({ key, merchantKey })),
    cardHash,
    verification: { strategy: 'ACQUIRER', gatewayCode: 'APPROVED' },
    createdAt: earlier?.createdAt ?? now,
    updatedAt: earlier === undefined ? null : now,
  };
}
