/** Reads a request to store an instrument: merges request, session and token, and validates the result. */
import { holdsCardData } from '../../contract/card-data.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { invalidField, invalidFields } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge, secretAt } from '../../contract/values.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { mergedValues } from '../operations/merged-values.ts';
import type { VerificationStrategy } from '../ports/index.ts';
import { checkProblems, strategyOf } from './checks.ts';
import { paidInstrument } from './paid-instrument.ts';
import { missingDetails, numberPath, type TokenType, tokenType } from './token-instrument.ts';

/** The length of the shortest card number; shorter account numbers occur in ids by chance. */
const CARD_NUMBER_MIN = 9;

export interface TokenCall {
  readonly merchant: Merchant;
  readonly version: number;
  readonly values: RequestFields;
  /** The id that the merchant chose; absent if the gateway generates it. */
  readonly token?: string;
}

export interface TokenRequest {
  readonly type: TokenType;
  readonly strategy: VerificationStrategy;
  /** The request merged over its session and over another token that it names, with card data as `Secret`s. */
  readonly values: RequestFields;
  /** True if the terminal's encryption failed, so that there is no card data. */
  readonly declined: boolean;
  /** Key of the session that supplied sensitive authentication data. */
  readonly sensitiveSession?: number;
}

/** @throws InterfaceError if the merchant's profile or the instrument does not allow the request */
export async function tokenRequest(gateway: Gateway, call: TokenCall): Promise<TokenRequest> {
  requireGeneration(call);
  const { merchant, token } = call;
  const merged = await mergedValues(gateway, call);
  const { declined, sensitiveSession } = merged;
  const values = merge(await paidInstrument(gateway, merchant, merged), merged.values);
  const type = tokenType(values);
  requireNoCard(token, secretAt(values, numberPath(type))?.reveal());
  return {
    type,
    strategy: strategyOf(type, values, merchant.profile),
    values,
    declined: declined !== undefined,
    sensitiveSession,
  };
}

function requireGeneration({ merchant, token }: TokenCall): void {
  const { tokenGeneration } = merchant.profile;
  const supplied = tokenGeneration === 'MERCHANT_SUPPLIED';
  if (supplied && token === undefined) {
    throw namedError('TOKEN_SUPPLIED_BY_MERCHANT');
  }
  if (!supplied && token !== undefined) {
    throw namedError('TOKEN_MADE_BY_GATEWAY', { tokenGeneration });
  }
}

/** A token is sent and stored in clear, so the merchant's own id must not contain the card number. */
function requireNoCard(token: string | undefined, number: string | undefined): void {
  if (token === undefined) {
    return;
  }
  const isNumber = token === number;
  const holdsNumber = number !== undefined && number.length >= CARD_NUMBER_MIN && token.includes(number);
  if (isNumber || holdsNumber || holdsCardData(token)) {
    throw invalidField('token', 'a token must not hold a card number');
  }
}

/**
 * @param values the request merged over the token's earlier instrument
 * @throws InterfaceError naming all missing or invalid fields
 */
export function requireWhole({ cardFacts }: Gateway, { type, strategy }: TokenRequest, values: RequestFields): void {
  const problems = [...missingDetails(type, values), ...checkProblems(strategy, type, values, cardFacts)];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}
