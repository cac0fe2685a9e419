/** Encodes the gateway's requests and advices as ISO 8583 messages. */
import type {
  AcquirerAdvice,
  AcquirerRequest,
  BalanceInquiry,
  OriginalMessage,
  ReversalAdvice,
  Statement,
  StatusInquiry,
  Trace,
} from '../../../core/ports/index.ts';
import { posEnvironment, putCardPresent, putInstrument } from './card-fields.ts';
import { MTI_OF_KIND, PROCESSING_OF_KIND, processingOfAdvice, REPEAT_MTI_OF_ADVICE } from './iso-message-kinds.ts';
import {
  ACCOUNT,
  encodeAdditionalData,
  encodeOriginalData,
  escapeText,
  type IsoFields,
  type IsoMessage,
  MTI,
  PROCESSING,
  transmissionTimes,
  VOID_REASON,
} from './message/index.ts';

const CARD_ACCEPTOR_LENGTH = 15;
const AUTHORIZATION_CODE_LENGTH = 6;

/** @throws {Iso8583Error} if a value does not fit its field: an amount above 12 digits, an id above its length. */
export function requestMessage(request: AcquirerRequest): IsoMessage {
  const { instrument, billingAddress, authentication, storedDetails, original } = request;
  const isCard = instrument.kind === 'CARD';
  const fields = movementFields(request);
  putInstrument(fields, instrument);
  putCardPresent(fields, request.cardPresent, storedDetails);
  fields[3] = PROCESSING_OF_KIND[request.kind] + accountOf(instrument) + ACCOUNT.default;
  fields[38] = request.authorizationCode?.padEnd(AUTHORIZATION_CODE_LENGTH);
  fields[48] = encodeAdditionalData({
    securityCode: isCard ? instrument.securityCode?.reveal() : undefined,
    giftPin: isCard ? undefined : instrument.pin?.reveal(),
    entrySource: request.source,
    billingPostcode: billingAddress?.postcodeZip,
    reference: request.reference,
    originalTerminal: original?.trace.terminal,
    eci: authentication?.eci,
    authenticationToken: authentication?.token?.reveal(),
    xid: authentication?.xid,
    posEnvironment: storedDetails && posEnvironment(storedDetails),
    originalIdentifier: storedDetails?.transactionIdentifier,
    dsTransactionId: authentication?.dsTransactionId,
    protocolVersion: authentication?.protocolVersion,
    transStatus: authentication?.transStatus,
    merchantReference: request.merchantReference,
    billingStreet: billingAddress?.street,
  });
  if (original !== undefined) {
    fields[90] = originalField(original);
  }
  return { mti: MTI_OF_KIND[request.kind], fields };
}

/**
 * Omits the security code and PIN of the instrument: an advice may be repeated for days, and neither may be stored for
 * that.
 *
 * @throws {Iso8583Error} if a value does not fit its field, and for a void or an update without an original.
 */
export function adviceMessage(advice: AcquirerAdvice, repeat: boolean): IsoMessage {
  const { kind, original, instrument } = advice;
  const fields = movementFields(advice);
  if (instrument !== undefined) {
    putInstrument(fields, instrument);
  }
  putCardPresent(fields, advice.cardPresent);
  fields[3] = processingOfAdvice(advice) + accountOf(instrument) + ACCOUNT.default;
  fields[38] = advice.authorizationCode?.padEnd(AUTHORIZATION_CODE_LENGTH);
  fields[39] = kind === 'VOID' ? VOID_REASON : undefined;
  fields[48] = encodeAdditionalData({ reference: advice.reference, originalTerminal: original?.trace.terminal });
  if (original !== undefined) {
    fields[90] = originalField(original);
  }
  return { mti: repeat ? REPEAT_MTI_OF_ADVICE[kind] : MTI_OF_KIND[kind], fields };
}

/** @throws {Iso8583Error} if a value does not fit its field. */
export function reversalMessage(advice: ReversalAdvice, repeat: boolean): IsoMessage {
  const fields = movementFields(advice);
  fields[3] = PROCESSING_OF_KIND[advice.originalKind] + ACCOUNT.default + ACCOUNT.default;
  fields[48] = encodeAdditionalData({ originalTerminal: advice.original.terminal });
  fields[90] = originalField({ kind: advice.originalKind, trace: advice.original });
  return { mti: repeat ? MTI.reversalAdviceRepeat : MTI.reversalAdvice, fields };
}

/** @throws {Iso8583Error} if a value does not fit its field. */
export function inquiryMessage(inquiry: StatusInquiry): IsoMessage {
  const fields: IsoFields = {
    42: cardAcceptorField(inquiry.merchantId),
    48: encodeAdditionalData({ originalTerminal: inquiry.original.terminal }),
    63: escapeText(inquiry.merchantId, 63),
    90: originalField({ kind: inquiry.originalKind, trace: inquiry.original }),
  };
  putTrace(fields, inquiry.trace);
  return { mti: MTI.inquiry, fields };
}

/** An authorization request that moves no money. @throws {Iso8583Error} if a value does not fit its field. */
export function balanceMessage({ trace, merchantId, instrument, currency }: BalanceInquiry): IsoMessage {
  const fields: IsoFields = {
    3: PROCESSING.balance + ACCOUNT.giftCard + ACCOUNT.default,
    4: '0'.padStart(12, '0'),
    42: cardAcceptorField(merchantId),
    48: encodeAdditionalData({ giftPin: instrument.pin?.reveal() }),
    49: currency.numeric,
    63: escapeText(merchantId, 63),
  };
  putTrace(fields, trace);
  putInstrument(fields, instrument);
  putCardPresent(fields, undefined);
  return { mti: MTI.authorization, fields };
}

/**
 * The fields of every message about a movement: amount, currency, time, merchant and ids. Callers add their own fields
 * to the returned object, which is faster than merging two sparse objects.
 */
function movementFields(
  movement: Pick<
    AcquirerRequest,
    'amount' | 'currency' | 'merchantId' | 'orderId' | 'statement' | 'trace' | 'transactionId'
  >,
): IsoFields {
  const fields: IsoFields = {
    4: String(movement.amount).padStart(12, '0'),
    42: cardAcceptorField(movement.merchantId),
    43: movement.statement && statementField(movement.statement),
    49: movement.currency.numeric,
    61: escapeText(movement.orderId, 61),
    62: escapeText(movement.transactionId, 62),
    63: escapeText(movement.merchantId, 63),
  };
  putTrace(fields, movement.trace);
  return fields;
}

function accountOf(instrument: AcquirerRequest['instrument'] | undefined): string {
  return instrument?.kind === 'GIFT_CARD' ? ACCOUNT.giftCard : ACCOUNT.default;
}

function putTrace(fields: IsoFields, trace: Trace): void {
  const times = transmissionTimes(trace.transmittedAt);
  fields[7] = times.transmission;
  fields[11] = trace.stan;
  fields[12] = times.time;
  fields[13] = times.date;
  fields[37] = trace.receipt;
  fields[41] = trace.terminal;
}

function originalField({ kind, trace }: OriginalMessage): string {
  const { transmission } = transmissionTimes(trace.transmittedAt);
  return encodeOriginalData({ mti: MTI_OF_KIND[kind], stan: trace.stan, transmission });
}

/** The networks' layout of field 43: 25 characters of name, 13 of place, 2 of country. */
function statementField({ name, place = '', country = '' }: Statement): string {
  return name.padEnd(25) + place.padEnd(13) + country.padEnd(2);
}

/** Field 42 is too short for a merchant id of 40 characters; field 63 has the whole id. */
function cardAcceptorField(merchantId: string): string {
  return merchantId.slice(0, CARD_ACCEPTOR_LENGTH).padEnd(CARD_ACCEPTOR_LENGTH, ' ');
}
