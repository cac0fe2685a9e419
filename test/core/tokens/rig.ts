/** Tokens over the real store, vault and session store; only the acquirer is scripted by the test. */
import { randomInt } from 'node:crypto';
import type { Store } from '../../../src/adapters/store/store.ts';
import { keyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../src/adapters/vault/vault.ts';
import { SessionService } from '../../../src/checkout/session/session-service.ts';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Values } from '../../../src/contract/read.ts';
import { secretAt } from '../../../src/contract/values.ts';
import { createGateway, type Gateway } from '../../../src/core/gateway.ts';
import type { Merchant } from '../../../src/core/merchant/merchant.ts';
import type { StoredToken } from '../../../src/core/ports/index.ts';
import { openedToken, tokenValues } from '../../../src/core/tokens/stored-token.ts';
import { storeToken, type TokenDependencies, type TokenResult } from '../../../src/core/tokens/token-operations.ts';
import { opened } from '../../adapters/store/rig.ts';
import { readBody } from '../../contract/body.ts';
import { CARD, START, type World, world } from '../world.ts';

export const CARD_PATH = 'sourceOfFunds.provided.card';
export const VISA = '4508750015741019';
export const ACH = {
  accountType: 'CONSUMER_CHECKING',
  bankAccountHolder: 'Ann Lee',
  bankAccountNumber: '12-345 6789/0',
  routingNumber: '021000021',
  secCode: 'WEB',
};

export const card = (details: object = {}, more: object = {}) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD, ...details } } },
  ...more,
});
export const giftCard = (details: object) => ({
  sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: details } },
});
export const bank = (details: object = {}) => ({
  sourceOfFunds: { type: 'ACH', provided: { ach: { ...ACH, ...details } } },
});

export const asRead = (request: object): Values => {
  const { values, problems } = readBody(OPERATIONS.CREATE_TOKEN.request, request);
  if (problems.length > 0) {
    throw new Error(JSON.stringify(problems));
  }
  return values;
};

export interface TokenRig extends Omit<World, 'orders'> {
  readonly store: Store;
  readonly dependencies: TokenDependencies;
  /** An existing merchant gets the profile. */
  merchant(profile?: object): Promise<Merchant>;
  /** @param request fields of any operation @returns the fields that name the session in a request */
  session(merchant: Merchant, request: object): Promise<{ session: { id: string } }>;
  /** POST without a token, PUT with one. */
  ask(merchant: Merchant, request: object, token?: string): Promise<TokenResult>;
  /** Like `ask`, but requires a stored token as the result. */
  stored(merchant: Merchant, request: object, token?: string): Promise<StoredToken>;
  numberOf(token: StoredToken): string | undefined;
}

/** @param more overrides the gateway's ports and the random source */
export async function tokenRig(
  more: Partial<Gateway> & Partial<Pick<TokenDependencies, 'random'>> = {},
): Promise<TokenRig> {
  const store = await opened();
  const { random = randomInt, ...ports } = more;
  const kek = keyEncryptionKey(Buffer.alloc(32, 7).toString('base64'));
  if (kek === undefined) {
    throw new Error('This is a key.');
  }
  const vault = await Vault.open([kek], store.dataKeys);
  const { gateway: base, ...rest } = world();
  const book = new SessionService({ sessions: store.sessions, sealer: vault, clock: base.clock });
  const gateway = createGateway({
    ...base,
    sealer: vault,
    sources: {
      session: (merchantKey, id, version) => book.forPayment(merchantKey, id, version),
      token: (merchantKey, token) => tokenValues(store.tokens, vault, merchantKey, token),
    },
    ...ports,
  });
  const dependencies: TokenDependencies = { gateway, tokens: store.tokens, random };
  const ask: TokenRig['ask'] = (merchant, request, token) =>
    storeToken(dependencies, {
      merchant,
      version: 100,
      values: asRead(request),
      ...(token !== undefined && { token }),
    });
  return {
    ...rest,
    gateway,
    store,
    dependencies,
    merchant: (profile = {}) => store.merchants.put({ id: 'SHOP', name: 'Shop', ...profile }, START),
    async session(merchant, request) {
      const { values } = readBody(OPERATIONS.UPDATE_SESSION.request, request);
      const { id } = await book.create(merchant.key, { values });
      return { session: { id } };
    },
    ask,
    async stored(merchant, request, token) {
      const result = await ask(merchant, request, token);
      if (result.kind !== 'STORED') {
        throw new Error(`It was refused: ${result.gatewayCode}`);
      }
      return result.token;
    },
    numberOf: (token) => secretAt(openedToken(vault, token), `${CARD_PATH}.number`)?.reveal(),
  };
}

export async function refusal(work: Promise<unknown>): Promise<InterfaceError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof InterfaceError)) {
    throw new Error('Nothing was refused.', { cause: error });
  }
  return error;
}

export const refusedFields = async (work: Promise<unknown>): Promise<string[]> =>
  (await refusal(work)).problems.map(({ field }) => field);
