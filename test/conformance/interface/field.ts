/**
 * The definition of one field of the interface, transcribed from its document. These types and their rows share no code
 * with the contract's field definitions: the conformance tests compare two independent readings of one document.
 */

/** The operations of the rows. `CREATE_TOKEN` is the token operation; its request has no `apiOperation`. */
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
   * a wallet's (`order.wallet.X.callId`). URL parameters are in braces: `{orderid}`.
   */
  readonly path: string;
  readonly side: 'request' | 'response' | 'both';
  readonly type: FieldFact;
  /** REQUIRED inside a group: mandatory if the group is present. For a row of both sides: its presence in requests. */
  readonly presence: 'REQUIRED' | 'OPTIONAL' | 'CONDITIONAL' | 'ALWAYS PROVIDED';
  /** First version with the row; 14 if absent. */
  readonly since?: number;
  /** First version without the row; no end if absent. */
  readonly until?: number;
  /** Operations that take the field or answer it. AUTHORIZE, PAY and VERIFY if absent. */
  readonly operations?: readonly Operation[];
  /** Operations that require it even if its group is absent (answers: that always provide it). */
  readonly requiredIn?: readonly Operation[];
  /** A count that clients send with fractions from this version on, which the document's table does not show. */
  readonly fractionsSince?: number;
}

interface Characters {
  readonly min: number;
  readonly max: number;
}

/** A type of the interface with its bounds. Characters are code points. */
export type FieldFact =
  /** `samples`: values that also follow the document's rules beyond type and length, used instead of invented text. */
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
  /** Base64 of bytes with one of these exact lengths. */
  | { readonly kind: 'Base64Of'; readonly lengths: readonly number[] }
  | { readonly kind: 'Regex'; readonly name: 'carrierCode' }
  /** Three digits: two for the card entry mode, one for the PIN. */
  | { readonly kind: 'PosEntryMode' }
  /** A whole group; `sample` is one that the operation accepts. */
  | { readonly kind: 'Group'; readonly sample: object };

export interface DecimalFact {
  readonly kind: 'Decimal';
  /** Bounds on the text of a request; JSON numbers in answers have no such bounds. */
  readonly characters?: readonly [min: number, max: number];
  /** A `-` is allowed, although the document sets no least value. */
  readonly signed?: true;
  /** Least value; below zero allows a `-`. Zero when absent, unless signed. */
  readonly from?: string;
  /** Greatest value, a whole number; absent: no limit in the document. */
  readonly to?: string;
  /** The maximum number of digits after the point; in requests zeros at the end are not counted. */
  readonly places?: number;
}

export interface EnumerationFact {
  readonly kind: 'Enumeration';
  readonly values: readonly string[];
  /** Values that contain a brand name, written as `*`. */
  readonly forms?: readonly string[];
  /** The document has more values than it shows. */
  readonly open?: true;
}
