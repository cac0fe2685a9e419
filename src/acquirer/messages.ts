/** The gateway's requests as ISO 8583 messages, and the acquirer's answers in the gateway's terms. */
import type {
  AcquirerReply,
  AcquirerRequest,
  AcquirerRequestKind,
  Instrument,
  ReversalAdvice,
  StatusInquiry,
  Trace,
} from '../gateway/ports.ts';
import { encodeAdditionalData } from './iso8583/additional-data.ts';
import type { IsoFields, IsoMessage } from './iso8583/fields.ts';
import { ACCOUNT, MTI, PROCESSING } from './iso8583/message-types.ts';
import { encodeOriginalData } from './iso8583/original-data.ts';
import { escapeText } from './iso8583/text.ts';
import { transmissionTimes } from './iso8583/times.ts';
import { meaningOf } from './response-codes.ts';
import { verificationCodes } from './verification-codes.ts';

const MTI_OF_KIND = {
  AUTHORIZATION: MTI.authorization,
  PAYMENT: MTI.financial,
  VERIFICATION: MTI.authorization,
} as const satisfies Record<AcquirerRequestKind, string>;

const PROCESSING_OF_KIND = {
  AUTHORIZATION: PROCESSING.purchase,
  PAYMENT: PROCESSING.purchase,
  VERIFICATION: PROCESSING.verification,
} as const satisfies Record<AcquirerRequestKind, string>;

/** Field 22: 01, the number was keyed in, and 2, there is no PIN pad. True of every card that arrives over the web. */
const POS_ENTRY_MODE = '012';

const CARD_ACCEPTOR_LENGTH = 15;

/** @throws {Iso8583Error} where a value does not fit its field: an amount above 12 digits, an id above its length. */
export function requestMessage(request: AcquirerRequest): IsoMessage {
  const { instrument, billingAddress } = request;
  const isCard = instrument.kind === 'CARD';
  return {
    mti: MTI_OF_KIND[request.kind],
    fields: {
      2: instrument.number.reveal(),
      3: PROCESSING_OF_KIND[request.kind] + (isCard ? ACCOUNT.default : ACCOUNT.giftCard) + ACCOUNT.default,
      4: amountField(request.amount),
      ...traceFields(request.trace),
      14: expiryField(instrument),
      22: POS_ENTRY_MODE,
      42: cardAcceptorField(request.merchantId),
      48: encodeAdditionalData({
        securityCode: isCard ? instrument.securityCode?.reveal() : undefined,
        giftPin: isCard ? undefined : instrument.pin?.reveal(),
        entrySource: request.source,
        billingPostcode: billingAddress?.postcodeZip,
        reference: request.reference,
        billingStreet: billingAddress?.street,
      }),
      49: request.currency.numeric,
      61: escapeText(request.orderId, 61),
      62: escapeText(request.transactionId, 62),
      63: escapeText(request.merchantId, 63),
    },
  };
}

/** @throws {Iso8583Error} as `requestMessage` does. */
export function reversalMessage(advice: ReversalAdvice, repeat: boolean): IsoMessage {
  return {
    mti: repeat ? MTI.reversalAdviceRepeat : MTI.reversalAdvice,
    fields: {
      3: `${PROCESSING_OF_KIND[advice.originalKind]}0000`,
      4: amountField(advice.amount),
      ...traceFields(advice.trace),
      42: cardAcceptorField(advice.merchantId),
      48: encodeAdditionalData({ originalTerminal: advice.original.terminal }),
      49: advice.currency.numeric,
      61: escapeText(advice.orderId, 61),
      62: escapeText(advice.transactionId, 62),
      63: escapeText(advice.merchantId, 63),
      90: originalField(advice.original, advice.originalKind),
    },
  };
}

/** @throws {Iso8583Error} as `requestMessage` does. */
export function inquiryMessage(inquiry: StatusInquiry): IsoMessage {
  return {
    mti: MTI.inquiry,
    fields: {
      ...traceFields(inquiry.trace),
      42: cardAcceptorField(inquiry.merchantId),
      48: encodeAdditionalData({ originalTerminal: inquiry.original.terminal }),
      63: escapeText(inquiry.merchantId, 63),
      90: originalField(inquiry.original, inquiry.originalKind),
    },
  };
}

function amountField(amount: bigint): string {
  return String(amount).padStart(12, '0');
}

function traceFields(trace: Trace): IsoFields {
  const times = transmissionTimes(trace.transmittedAt);
  return {
    7: times.transmission,
    11: trace.stan,
    12: times.time,
    13: times.date,
    37: trace.receipt,
    41: trace.terminal,
  };
}

function originalField(original: Trace, kind: AcquirerRequestKind): string {
  const { transmission } = transmissionTimes(original.transmittedAt);
  return encodeOriginalData({ mti: MTI_OF_KIND[kind], stan: original.stan, transmission });
}

function expiryField(instrument: Instrument): string | undefined {
  if (instrument.kind !== 'CARD' || instrument.expiry === undefined) {
    return undefined;
  }
  return instrument.expiry.year + instrument.expiry.month.padStart(2, '0');
}

/** Field 42 is too short for a merchant id of 40 characters; field 63 carries the whole of it. */
function cardAcceptorField(merchantId: string): string {
  return merchantId.slice(0, CARD_ACCEPTOR_LENGTH).padEnd(CARD_ACCEPTOR_LENGTH, ' ');
}

/**
 * The answer to `sent`, which has a field 39, in the gateway's terms. What an acquirer need not send back (processing
 * code, entry mode, local date and time) is taken from the message that it answers.
 */
export function readReply(sent: IsoFields, answer: IsoFields): AcquirerReply {
  const acquirerCode = answer[39] ?? '';
  const meaning = meaningOf(acquirerCode);
  const authorizationCode = answer[38];
  return {
    gatewayCode: meaning.gatewayCode,
    acquirerCode,
    acquirerMessage: meaning.message,
    ...(authorizationCode !== undefined && { authorizationCode }),
    ...verificationCodes(answer[44]),
    stan: sent[11] ?? '',
    time: answer[12] ?? sent[12] ?? '',
    date: answer[13] ?? sent[13] ?? '',
    processingCode: answer[3] ?? sent[3] ?? '',
    posEntryMode: answer[22] ?? sent[22] ?? '',
  };
}
