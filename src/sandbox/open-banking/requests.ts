/** The fields of a payment initiation that the simulator reads. */

export interface AccountReference {
  readonly iban?: string;
  readonly currency?: string;
}

export interface BankPaymentRequest {
  readonly endToEndIdentification?: string;
  readonly debtorAccount: AccountReference;
  readonly instructedAmount: { readonly currency: string; readonly amount: string };
  readonly creditorAccount: AccountReference;
  readonly creditorName: string;
  readonly remittanceInformationUnstructured?: string;
}

const EURO_FRACTION_DIGITS = 2;

/** @returns cents, or undefined for a text that is not an amount of euros above zero */
export function centsOf(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,14})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = whole === '' ? 0n : BigInt(whole + fraction.padEnd(EURO_FRACTION_DIGITS, '0'));
  return cents > 0n ? cents : undefined;
}

/** @example amountText(1250n) // '12.50' */
export function amountText(cents: bigint): string {
  const text = `${cents}`.padStart(EURO_FRACTION_DIGITS + 1, '0');
  return `${text.slice(0, -EURO_FRACTION_DIGITS)}.${text.slice(-EURO_FRACTION_DIGITS)}`;
}
