/** Which message type and which processing code each kind of message has. */
import type { AcquirerAdvice, AdviceKind, MessageKind } from '../gateway/ports.ts';
import { Iso8583Error } from './iso8583/iso8583-error.ts';
import { MTI, PROCESSING } from './iso8583/message-types.ts';

/** Of the first sending; field 90 names an original by this type, whatever it was repeated as. */
export const MTI_OF_KIND: Readonly<Record<MessageKind, string>> = {
  AUTHORIZATION: MTI.authorization,
  VERIFICATION: MTI.authorization,
  PAYMENT: MTI.financial,
  REFUND: MTI.financial,
  CAPTURE: MTI.financialAdvice,
  UPDATE: MTI.financialAdvice,
  VOID: MTI.reversalAdvice,
};

export const REPEAT_MTI_OF_ADVICE: Readonly<Record<AdviceKind, string>> = {
  CAPTURE: MTI.financialAdviceRepeat,
  UPDATE: MTI.financialAdviceRepeat,
  VOID: MTI.reversalAdviceRepeat,
};

/** Field 3, first two digits. A void has none of its own. */
export const PROCESSING_OF_KIND: Readonly<Record<Exclude<MessageKind, 'VOID'>, string>> = {
  AUTHORIZATION: PROCESSING.purchase,
  VERIFICATION: PROCESSING.verification,
  PAYMENT: PROCESSING.purchase,
  REFUND: PROCESSING.refund,
  CAPTURE: PROCESSING.purchase,
  UPDATE: PROCESSING.adjustment,
};

/**
 * Field 3, first two digits: of a void, those of what it undoes.
 *
 * @throws {Iso8583Error} for a void of nothing, or of another void.
 */
export function processingOfAdvice({ kind, original }: AcquirerAdvice): string {
  const told = kind === 'VOID' ? original?.kind : kind;
  if (told === undefined || told === 'VOID') {
    throw new Iso8583Error('MISSING_FIELD', 90);
  }
  return PROCESSING_OF_KIND[told];
}
