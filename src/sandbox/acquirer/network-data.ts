/** The card network's additions to the host's answers: plausible, and the same for the same request. */
import { type AdditionalData, encodeAdditionalData } from '../../adapters/acquirers/iso8583/message/index.ts';
import type { AcquirerDecision } from './decision.ts';
import { isGift } from './gift-card-rules.ts';
import type { MovementCard, RequestedMovement } from './movement.ts';
import { lookUp, merchantAdvice, RESPONSE_OF_OUTCOME, SECURITY_CODE_NO_MATCH } from './outcomes.ts';

/** The network by the card number's first digit, the issuer's industry: 3 travel, 4 and 5 banks, 6 shops and banks. */
const NETWORK_OF_FIRST_DIGIT: Readonly<Record<string, { readonly code: string; readonly level: string }>> = {
  '3': { code: 'SN3', level: 'E' },
  '4': { code: 'SN4', level: 'A' },
  '5': { code: 'SN5', level: 'B' },
  '6': { code: 'SN6', level: 'D' },
};
const ANY_OTHER_NETWORK = { code: 'SN0', level: 'A' };

const NOT_A_COMMERCIAL_CARD = 'N';

/** The code for the security of a payment, which determines its fee, by how the merchant received the card. */
const RETURN_ACI_OF_SOURCE: Readonly<Record<string, string>> = { CARD_PRESENT: 'E', INTERNET: 'W' };
const RETURN_ACI_AUTHENTICATED = 'U';
const RETURN_ACI_ANY_OTHER = 'V';

const TOKEN_VALIDATED = '2';
const TOKEN_NOT_VALIDATED = '1';

const IDENTIFIER_DIGITS = 15;
const VALIDATION_CODES = 36 ** 4;
/** A prime, so that consecutive codes look unrelated and every code is used before one repeats. */
const VALIDATION_CODE_STEP = 1_000_003;

/**
 * The part of an answer's field 48 that follows from the message and its outcome, to be stored with them. Undefined
 * without a card network.
 *
 * @param hasNetwork whether the original has a network, for a movement that names an original
 */
export function networkDataOf(
  movement: RequestedMovement,
  decision: AcquirerDecision,
  hasNetwork: boolean,
): string | undefined {
  const { card, original } = movement;
  const isOfNetwork = original === undefined ? card !== undefined && !isGift(card) : hasNetwork;
  if (!isOfNetwork) {
    return undefined;
  }
  const ofCard = original === undefined && card !== undefined ? cardData(movement, card, decision) : {};
  return encodeAdditionalData({ ...ofCard, merchantAdviceCode: merchantAdvice(decision.responseCode) }) ?? '';
}

function cardData(movement: RequestedMovement, card: MovementCard, decision: AcquirerDecision): AdditionalData {
  const network = NETWORK_OF_FIRST_DIGIT[card.number.reveal()[0] ?? ''] ?? ANY_OTHER_NETWORK;
  return {
    financialNetworkCode: network.code,
    cardLevelIndicator: network.level,
    commercialCard: NOT_A_COMMERCIAL_CARD,
    returnAci: decision.state === 'APPROVED' ? returnAci(movement) : undefined,
    cardSecurityCodeError: decision.additionalResponse?.[1] === SECURITY_CODE_NO_MATCH ? 'Y' : undefined,
    vpasResponse: movement.hasAuthenticationToken ? vpasResponse(decision) : undefined,
  };
}

function vpasResponse({ responseCode }: AcquirerDecision): string {
  return responseCode === RESPONSE_OF_OUTCOME.AUTHENTICATION_FAILED ? TOKEN_NOT_VALIDATED : TOKEN_VALIDATED;
}

function returnAci({ hasAuthenticationToken, entrySource }: RequestedMovement): string {
  return hasAuthenticationToken
    ? RETURN_ACI_AUTHENTICATED
    : lookUp(RETURN_ACI_OF_SOURCE, entrySource ?? '', RETURN_ACI_ANY_OTHER);
}

/**
 * The complete field 48 of an answer.
 *
 * @param root row number of the card transaction's first movement, so that all of its messages have one identifier.
 */
export function networkAnswer(networkData: string, root: number, isApproval: boolean): string {
  const names: AdditionalData = {
    transactionIdentifier: String(root).padStart(IDENTIFIER_DIGITS, '0'),
    validationCode: isApproval ? validationCode(root) : undefined,
  };
  return encodeAdditionalData(names) + networkData;
}

/** The row number in a transaction identifier. @returns null for an identifier of another form */
export function rootOf(transactionIdentifier: string): number | null {
  return /^\d{15}$/.test(transactionIdentifier) ? Number(transactionIdentifier) : null;
}

function validationCode(root: number): string {
  return ((root * VALIDATION_CODE_STEP) % VALIDATION_CODES).toString(36).toUpperCase().padStart(4, '0');
}
