/** 10,000 random sessions: a session offers the cards of its own payer, and never another's. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { commandOf } from '../../../src/checkout/pay/command.ts';
import { offeredCards } from '../../../src/checkout/pay/saved-cards.ts';
import type { CheckoutStatus, PayerDependencies } from '../../../src/checkout/status/checkout-status.ts';
import { Secret } from '../../../src/contract/secret.ts';
import { BIN_TABLE, binTable, type Merchant, makeSavedCards, tokenValues } from '../../../src/core/index.ts';
import { cardPlace, type StoredTransaction } from '../../../src/core/ports/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { opened } from '../../adapters/store/rig.ts';
import { memoryKeys } from '../../adapters/vault/memory-keys.ts';
import { seededRandom } from '../../support/random.ts';

const SESSIONS = 10_000;
const MERCHANTS = 6;
/** Ids that differ little, that look like other merchants' rows, or that are no names. */
const CUSTOMERS = [
  ...Array.from({ length: 30 }, (_, index) => `${index + 1}`),
  ...Array.from({ length: 10 }, (_, index) => `1 ${index + 1}`),
  '5123450000000008',
  '5123451111110008',
  'Ada',
  'ada',
  'ada ',
  'ádá',
  "' OR 1=1 --",
];
const GUESTS = ['0', 'guest', 'null', '', '%', '_', '00000000-0000-0000-0000-000000000000'];

it('sessions of many merchants and customers', async () => {
  const random = seededRandom(process.env.TURNPIKE_MODEL_SEED);
  const store = await opened();
  const vault = await Vault.open([keyEncryptionKey(randomBytes(32).toString('base64'))!], memoryKeys());
  const pick = <T>(all: readonly T[]): T => all[random.between(0, all.length)]!;
  const numbers = new Map<number, string>();
  const savedCards = makeSavedCards({
    clock: { now: () => Date.now() },
    customerCards: store.customerCards,
    log: memoryLog(),
    orders: {
      sealedCard: async (key) => ({
        merchantKey: 1,
        sealed: vault.seal(numbers.get(key)!, cardPlace(1, { key, orderKey: key })),
      }),
    },
    random: (below) => random.between(0, below),
    sealer: vault,
    tokens: store.tokens,
  });
  const merchants: Merchant[] = [];
  for (let index = 0; index < MERCHANTS; index += 1) {
    const profile = {
      id: `SHOP${index}`,
      name: 'Shop',
      tokenManagement: index % 2 === 0 ? ('UNIQUE_CARD' as const) : ('UNIQUE_TOKEN' as const),
      savedCards: index === MERCHANTS - 1 ? null : {},
    };
    merchants.push(await store.merchants.put(profile, Date.now()));
  }
  /** The tokens of each payer, as the test knows them. */
  const owned = new Map<string, Set<string>>();
  const ofPayer = (merchant: Merchant, id: string) => owned.get(`${merchant.key} ${id}`) ?? new Set<string>();
  const tokensOf = new Map<number, string[]>();

  async function save(merchant: Merchant, id: string): Promise<void> {
    const key = store.tokens.newKey();
    // Few numbers, so that payers share cards.
    const number = `51234500000${random.between(0, 100_000).toString().padStart(5, '0')}`;
    numbers.set(key, number);
    const savedAs = savedCards.plan(merchant.profile, new Secret(number), 'FOR_CUSTOMER');
    const request = {
      savedAs,
      details: { customer: { id } },
      instrument: { type: 'CARD', expiry: { month: '1', year: '39' } },
    };
    const token = await savedCards.store(merchant.key, { key, orderKey: key, request } as unknown as StoredTransaction);
    tokensOf.set(merchant.key, [...(tokensOf.get(merchant.key) ?? []), token!]);
    if (merchant.profile.savedCards !== null && !GUESTS.includes(id)) {
      owned.set(`${merchant.key} ${id}`, ofPayer(merchant, id).add(token!));
    }
  }

  for (let index = 0; index < 400; index += 1) {
    await save(pick(merchants), pick([...CUSTOMERS, ...GUESTS]));
  }
  const gateway = {
    savedCards,
    sealer: vault,
    cardFacts: binTable(BIN_TABLE).ofNumber,
    cardFactsOfPrefix: binTable(BIN_TABLE).ofPrefix,
    sources: { token: (key: number, token: string) => tokenValues(store.tokens, vault, key, token) },
  };
  let [offers, cards, foreign] = [0, 0, 0];
  for (let index = 0; index < SESSIONS; index += 1) {
    const merchant = pick(merchants);
    const id = pick([...CUSTOMERS, ...GUESTS, undefined]);
    const listed = random.between(0, 4) === 0 ? [pick(tokensOf.get(pick(merchants).key)!)] : [];
    const mode = random.between(0, 10) === 0 ? 'PAYMENT_LINK' : 'WEBSITE';
    const alias = random.between(0, 10) === 0 ? {} : undefined;
    const fields = {
      customer: id === undefined ? undefined : { id },
      interaction: { tokens: listed.map((token) => ({ token })) },
    };
    const session = { fields, alias, checkout: { mode, operation: 'PURCHASE' } };
    const found = { merchant, session } as unknown as CheckoutStatus;
    const offered = await offeredCards({ gateway } as unknown as PayerDependencies, found);
    const isKnown = mode === 'WEBSITE' && alias === undefined;
    const named = isKnown && id !== undefined ? [...ofPayer(merchant, id)] : [];
    const said = isKnown ? listed.filter((token) => tokensOf.get(merchant.key)!.includes(token)) : [];
    const may = new Set([...named, ...said]);
    foreign += offered.filter(({ token }) => !may.has(token)).length;
    expect(offered.map(({ token }) => token).toSorted()).toEqual([...may].toSorted().slice(0, may.size));
    // A form that names a card of another payer does not pay with it.
    const other = pick([...owned.keys()].filter((key) => key !== `${merchant.key} ${id}`));
    const [otherMerchant = '', ...otherId] = other.split(' ');
    const theirs = await savedCards.ofCustomer(
      merchants.find(({ key }) => key === Number(otherMerchant))!,
      otherId.join(' '),
    );
    for (const { key } of theirs.slice(0, 1)) {
      const method = `saved-card-${key}`;
      const command = commandOf(new URLSearchParams({ method }), {
        operation: 'PURCHASE',
        isConfirmation: false,
        providers: [],
        wallets: [],
        savedCards: offered,
        isStoredGiftCard: false,
      });
      expect(command.name).toBe('refuseUnsavedCard');
    }
    offers += offered.length > 0 ? 1 : 0;
    cards += offered.length;
    // Now and then a payer saves or deletes a card.
    if (index % 50 === 0) {
      await save(pick(merchants), pick(CUSTOMERS));
    }
    const [own] = offered.flatMap(({ kept }) => kept ?? []);
    if (index % 70 === 0 && own !== undefined) {
      await savedCards.remove(own);
      ofPayer(merchant, id!).delete(own.token.token);
      if ((await store.tokens.find(merchant.key, own.token.token)) === undefined) {
        tokensOf.set(
          merchant.key,
          tokensOf.get(merchant.key)!.filter((token) => token !== own.token.token),
        );
      }
    }
  }
  console.log(
    `${SESSIONS} sessions of ${MERCHANTS} merchants and ${CUSTOMERS.length} customers, seed ${random.seed}: ` +
      `${offers} offered ${cards} cards, ${foreign} of another payer`,
  );
  expect([offers > SESSIONS / 4, foreign]).toEqual([true, 0]);
}, 120_000);
