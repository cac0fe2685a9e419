/**
 * Stores an instrument as a token, finds it and deletes it.
 *
 * - read: request, session and token are merged and validated
 * - earlier: the token to change is read, which is the named token or the card's existing one
 * - verified: the instrument is verified once, by its strategy; after a failure no token is stored
 * - stored: the token is written in one commit if the rows read before are unchanged; otherwise they are read again
 */

import { namedError } from '../../contract/errors/catalogue.ts';
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import { type InterfaceError, invalidField } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { StoredToken, VerificationStrategy } from '../ports/index.ts';
import { preservingToken, type Random, randomToken } from './ids.ts';
import { openedToken, tokenPlace } from './stored-token.ts';
import { cardHashes, numberPath, overEarlier, type TokenType, tokenInstrument } from './token-instrument.ts';
import { requireWhole, type TokenCall, type TokenRequest, tokenRequest } from './token-request.ts';
import { type VerificationDependencies, verifyToken } from './token-verification.ts';

/** The maximum number of attempts if concurrent requests change the same token or card, or the new id is taken. */
const TRIES_MAX = 20;

export interface TokenDependencies extends VerificationDependencies {
  readonly random: Random;
}

export type TokenResult =
  | { readonly kind: 'STORED'; readonly token: StoredToken; readonly created: boolean }
  /** The verification failed, and no token was stored. */
  | {
      readonly kind: 'REFUSED';
      readonly gatewayCode: GatewayCode;
      readonly strategy: VerificationStrategy;
      /** The instrument of the request as request fields, `{ sourceOfFunds: … }`, with card data as `Secret`s. */
      readonly values: RequestFields;
    };

/** @throws InterfaceError if the request is refused; no change is made */
export async function storeToken(dependencies: TokenDependencies, call: TokenCall): Promise<TokenResult> {
  const { gateway } = dependencies;
  const request = await tokenRequest(gateway, call);
  if (request.declined) {
    return refusalResult(request, request.values, 'DECLINED');
  }
  let gatewayCode: GatewayCode | undefined;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const earlier = await earlierToken(dependencies, call, request);
    const values = earlier
      ? overEarlier(request.type, openedToken(gateway.sealer, earlier), request.values)
      : request.values;
    requireWhole(gateway, request, values);
    if (gatewayCode === undefined) {
      // Only one of two concurrent attempts may send the session's security code. The other reads the session again.
      if (!(await spendsSession(dependencies, request))) {
        return storeToken(dependencies, call);
      }
      gatewayCode =
        request.strategy === 'ACQUIRER' ? await verifyToken(dependencies, call.merchant, values) : 'APPROVED';
    }
    if (resultOf(gatewayCode) !== 'SUCCESS') {
      return refusalResult(request, values, gatewayCode);
    }
    const token = tokenOf(dependencies, call, { ...request, values }, gatewayCode, earlier);
    if (await write(dependencies, call.merchant, token, earlier, cardHashes(gateway.sealer, request.type, values))) {
      return { kind: 'STORED', token, created: earlier === undefined };
    }
  }
  throw namedError('TOKEN_BUSY');
}

/** @throws InterfaceError if the merchant has no such token */
export async function findToken(
  { tokens }: Pick<TokenDependencies, 'tokens'>,
  merchant: Merchant,
  token: string,
): Promise<StoredToken> {
  const stored = await tokens.find(merchant.key, token);
  if (stored === undefined) {
    throw noSuchToken();
  }
  return stored;
}

/** @throws InterfaceError if the merchant has no such token */
export async function deleteToken(
  { tokens }: Pick<TokenDependencies, 'tokens'>,
  merchant: Merchant,
  token: string,
): Promise<void> {
  if (!(await tokens.delete(merchant.key, token))) {
    throw noSuchToken();
  }
}

/** The message does not repeat the id, because a merchant may have sent a card number by mistake. */
function noSuchToken(): InterfaceError {
  return invalidField('token', 'there is no such token');
}

/** @throws InterfaceError if the card has a token other than the named one, and the merchant allows one per card */
async function earlierToken(
  { gateway, tokens }: TokenDependencies,
  { merchant, token }: TokenCall,
  { type, values }: TokenRequest,
): Promise<StoredToken | undefined> {
  const hashes = isUniqueCard(merchant) ? cardHashes(gateway.sealer, type, values) : [];
  const ofCard = hashes.length === 0 ? undefined : await tokens.findByCard(merchant.key, hashes);
  if (token === undefined) {
    return ofCard;
  }
  const named = await tokens.find(merchant.key, token);
  if (ofCard !== undefined && ofCard.token !== token && !isOfCard(named, hashes)) {
    throw invalidField(numberPath(type), 'it is stored under another token, and this merchant has one token a card');
  }
  return named;
}

function isUniqueCard({ profile }: Merchant): boolean {
  return profile.tokenManagement === 'UNIQUE_CARD';
}

/**
 * True if the token is of this card. A card may have two tokens from the time before the merchant chose one token per
 * card; each of them may still be changed.
 */
function isOfCard(token: StoredToken | undefined, hashes: readonly Uint8Array[]): boolean {
  const stored = token?.cardHash;
  return stored != null && hashes.some((hash) => Buffer.from(stored).equals(hash));
}

/**
 * Erases the session's security code if the verification sends it. Otherwise the code stays in the session for a later
 * payment. @returns false if another attempt has erased it
 */
async function spendsSession(
  { tokens }: TokenDependencies,
  { strategy, sensitiveSession }: TokenRequest,
): Promise<boolean> {
  if (strategy !== 'ACQUIRER' || sensitiveSession === undefined) {
    return true;
  }
  return tokens.spendSession(sensitiveSession);
}

function refusalResult({ strategy }: TokenRequest, values: RequestFields, gatewayCode: GatewayCode): TokenResult {
  return { kind: 'REFUSED', gatewayCode, strategy, values };
}

function tokenOf(
  dependencies: TokenDependencies,
  { merchant, token }: TokenCall,
  { type, strategy, values }: TokenRequest,
  gatewayCode: GatewayCode,
  earlier: StoredToken | undefined,
): StoredToken {
  const { gateway, tokens } = dependencies;
  const { fields, texts } = tokenInstrument(type, values);
  const now = gateway.clock.now();
  const key = earlier?.key ?? tokens.newKey();
  const [cardHash = null] = cardHashes(gateway.sealer, type, values);
  return {
    key,
    merchantKey: merchant.key,
    token: earlier?.token ?? token ?? newId(dependencies, merchant, type, texts[numberPath(type)] ?? ''),
    fields,
    sealedCard: gateway.sealer.seal(JSON.stringify(texts), tokenPlace({ key, merchantKey: merchant.key })),
    cardHash,
    verification: { strategy, gatewayCode },
    // The merchant counts on this token from now on, even if a payer saved the card before.
    keptFor: null,
    createdAt: earlier?.createdAt ?? now,
    updatedAt: earlier === undefined ? null : now,
  };
}

/** The token of a bank account does not preserve digits of the account number. */
function newId({ random }: TokenDependencies, { profile }: Merchant, type: TokenType, number: string): string {
  const preserves = profile.tokenGeneration === 'PRESERVE_6_4' && type !== 'ACH';
  return preserves ? preservingToken(number, random) : randomToken(number, random);
}

function write(
  { tokens }: TokenDependencies,
  merchant: Merchant,
  token: StoredToken,
  earlier: StoredToken | undefined,
  hashes: readonly Uint8Array[],
): Promise<boolean> {
  const unique = isUniqueCard(merchant) ? hashes : undefined;
  if (earlier === undefined) {
    return tokens.insert(token, unique);
  }
  return tokens.replace(token, earlier, isOfCard(earlier, hashes) ? undefined : unique);
}
