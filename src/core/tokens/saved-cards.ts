/**
 * Stores the card of a payment as a token: number, expiry and name, without the security code. A card that the payer
 * saved is linked to the payer too, who is offered it at the next payment.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import {
  type CardSaving,
  type Clock,
  type CustomerCards,
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
import { customerHashes, customerIdOf, customerPlace } from './card-customer.ts';
import { preservingToken, type Random, randomToken } from './ids.ts';
import { keptUntil } from './kept-until.ts';
import { tokenPlace } from './stored-token.ts';
import { cardHashes, tokenInstrument } from './token-instrument.ts';
import { tokenStatus } from './token-status.ts';

interface Dependencies {
  readonly clock: Clock;
  readonly customerCards: CustomerCards;
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
    plan: (profile, number, saving) => plan(profile, number, saving, dependencies.random),
    async store(merchantKey, transaction) {
      const stored = await store(dependencies, merchantKey, transaction);
      if (stored !== undefined) {
        await keepForCustomer(dependencies, stored, transaction);
      }
      return stored?.token;
    },
    async ofCustomer({ key, profile }, customerId) {
      const { clock, customerCards, sealer } = dependencies;
      const now = clock.now();
      const cards =
        profile.savedCards === null ? [] : await customerCards.ofCustomer(key, customerHashes(sealer, key, customerId));
      return cards.filter(({ keptUntil: until, token }) => until > now && tokenStatus(token.fields, now) === 'VALID');
    },
    ofKey: (customerKey) => dependencies.customerCards.ofKey(customerKey),
    async use({ profile }, { key, token }) {
      const now = dependencies.clock.now();
      if (profile.savedCards !== null) {
        const until = keptUntil(token, profile.savedCards.months, now);
        await dependencies.customerCards.use(key, { keptUntil: until, usedAt: now });
      }
    },
    remove: (card) => dependencies.customerCards.remove(card),
  };
}

function plan(
  { tokenGeneration, tokenManagement, savedCards }: MerchantProfile,
  number: Secret,
  saving: CardSaving,
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
    customerMonths: saving === 'FOR_CUSTOMER' ? savedCards?.months : undefined,
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
): Promise<StoredToken | undefined> {
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
      const renewed = tokenOf(dependencies, { merchantKey, values, token: known.token, savedAs }, known);
      if (await tokens.replace(renewed, known)) {
        return renewed;
      }
      continue;
    }
    const made = tokenOf(dependencies, { merchantKey, values, token, savedAs });
    if (await tokens.insert(made, savedAs.isUnique ? hashes : undefined)) {
      return made;
    }
    // An earlier attempt of the same payment has stored the card, or the id belongs to another card.
    const taken = await tokens.find(merchantKey, token);
    if (taken !== undefined && isOfCard(taken, hashes)) {
      return taken;
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

/** Failures are logged: the payment stands, and its token is the merchant's. */
async function keepForCustomer(
  { clock, customerCards, log, sealer }: Dependencies,
  { key: tokenKey, merchantKey, fields }: StoredToken,
  { key: transaction, request }: StoredTransaction,
): Promise<void> {
  const { customerMonths } = request.savedAs ?? {};
  const customerId = customerMonths === undefined ? undefined : customerIdOf(request.details);
  if (customerMonths === undefined || customerId === undefined) {
    return;
  }
  const now = clock.now();
  const hashes = customerHashes(sealer, merchantKey, customerId);
  const key = customerCards.newKey();
  const [hash] = hashes;
  const sealed = sealer.seal(customerId, customerPlace({ key, merchantKey }));
  const customer = { key, merchantKey, hash: hash!, sealed, createdAt: now };
  const until = keptUntil({ fields }, customerMonths, now);
  const card = { key: customerCards.newKey(), tokenKey, createdAt: now, usedAt: now, keptUntil: until };
  if (!(await customerCards.keep(customer, hashes, card))) {
    log.error({ transaction }, 'the card of a payment is not saved for its payer');
  }
}

interface TokenSource {
  readonly merchantKey: number;
  readonly values: RequestFields;
  readonly token: string;
  readonly savedAs: SavedAs;
}

/** The acquirer has just approved the card, which counts as its verification. */
function tokenOf(
  { clock, sealer, tokens }: Dependencies,
  { merchantKey, values, token, savedAs }: TokenSource,
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
    keptFor: savedAs.customerMonths === undefined || earlier?.keptFor === null ? null : 'PAYER',
    createdAt: earlier?.createdAt ?? now,
    updatedAt: earlier === undefined ? null : now,
  };
}
