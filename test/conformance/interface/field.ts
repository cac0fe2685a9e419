/**
 * What one field of the interface is, as its document tells it. These types and the rows made of them share nothing
 * with the contract's own field definitions: two independent readings of one document, held against each other by the
 * conformance tests.
 */

/**
 * The operations that the rows speak of. `CREATE_TOKEN` is the token operation, whose request names no `apiOperation`.
 */
export type Operation =
  | 'AUTHORIZE'
  | 'CAPTURE'
  | 'CREATE_TOKEN'
  | 'INITIATE_BROWSER_PAYMENT'
  | 'PAY'
  | 'REFERRAL'
  | 'REFUND'
  | 'UPDATE_AUTHORIZATION'
  | 'VERIFY'
  | 'VOID';

export interface InterfaceField {
  /**
   * Dotted path; lists as `order.item[n].name`. A segment `X` is a name that the merchant chooses (`order.custom.X`) or
   * a wallet's (`order.wallet.X.callId`). URL parameters stand in braces: `{orderid}`.
   */
  readonly path: string;
  readonly side: 'request' | 'response' | 'both';
  readonly type: FieldFact;
  /**
   * REQUIRED inside a group: mandatory as soon as the group is given. Of a row of both sides: its presence in requests.
   */
  readonly presence: 'REQUIRED' | 'OPTIONAL' | 'CONDITIONAL' | 'ALWAYS PROVIDED';
  /** First version in which the row holds; all from 14 when absent. */
  readonly since?: number;
  /** First version in which it holds no longer; all to 100 when absent. */
  readonly until?: number;
  /** Operations that take it, or whose answer has it. AUTHORIZE, PAY and VERIFY take it when absent. */
  readonly operations?: readonly Operation[];
  /** Operations that cannot do without it even where its group is not given (answers: that always provide it). */
  readonly requiredIn?: readonly Operation[];
  /** A count of which clients send fractions from this version on, which the document's table does not show. */
  readonly fractionsSince?: number;
}

interface Characters {
  readonly min: number;
  readonly max: number;
}

/** A type of the interface with its bounds. Characters are code points. */
export type FieldFact =
  /**
   * `samples`: values that also keep what the document says beside type and length, for use instead of invented text.
   */
  | ({ readonly kind: 'String'; readonly samples?: readonly string[] } & Characters)
  | ({ readonly kind: 'ASCII' } & Characters)
  | ({ readonly kind: 'Digits' } & Characters)
  | { readonly kind: 'DigitsBetween'; readonly from: bigint; readonly to: bigint }
  | { readonly kind: 'Upper'; readonly length: number; readonly names: 'airport' | 'country' | 'currency' }
  | ({ readonly kind: 'Alphanumeric'; readonly extra: string } & Characters)
  | DecimalFact
  | { readonly kind: 'Integer'; readonly from: bigint; readonly to: bigint }
  | { readonly kind: 'Boolean' }
  | EnumerationFact
  | { readonly kind: 'ApiOperation'; readonly values: readonly string[] }
  | { readonly kind: 'Date' | 'Time' | 'DateTime' | 'Url' | 'Email' | 'IpAddress' }
  | ({ readonly kind: 'Hex' | 'Base64' | 'Masked' | 'Track1' | 'Track2' | 'Emv' | 'JsonText' } & Characters)
  /** Base64 of one of some exact lengths. */
  | { readonly kind: 'Base64Of'; readonly lengths: readonly number[] }
  | { readonly kind: 'Regex'; readonly name: 'carrierCode' }
  /** Three digits: two for how the card number was entered, one for the PIN. */
  | { readonly kind: 'PosEntryMode' }
  /** A group as a whole; `sample` is one that the operation is content with. */
  | { readonly kind: 'Group'; readonly sample: object };

export interface DecimalFact {
  readonly kind: 'Decimal';
  /** Bounds on the text of a request; answers are JSON numbers, which have none. */
  readonly characters?: readonly [min: number, max: number];
  /** A `-` is allowed, though the document sets no least value. */
  readonly signed?: true;
  /** Least value; below zero allows a `-`. Zero when absent, unless signed. */
  readonly from?: string;
  /** Greatest value, a whole number; the document sets none when absent. */
  readonly to?: string;
  /** At most so many digits after the point; in requests zeros at the end are not counted. */
  readonly places?: number;
}

export interface EnumerationFact {
  readonly kind: 'Enumeration';
  readonly values: readonly string[];
  /** Values with a brand's name in them, which `*` stands for. */
  readonly forms?: readonly string[];
  /** The document says that there are more values than it shows. */
  readonly open?: true;
}
