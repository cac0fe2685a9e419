/**
 * The mark of a form: its attempt and the payer's last cancel when it was shown. A form that was shown before either
 * changed is refused.
 */
import type { Checkout } from '../session/session.ts';

const SEPARATOR = '-';
const RADIX = 36;

/** @param attempt the transaction id of the attempt, digits */
export function formMark(attempt: string, { leftAt }: Pick<Checkout, 'leftAt'>): string {
  return leftAt === undefined ? attempt : `${attempt}${SEPARATOR}${leftAt.toString(RADIX)}`;
}

export function isOfAttempt(mark: string, attempt: string): boolean {
  return mark.split(SEPARATOR, 1)[0] === attempt;
}
