/** What the pay page asks of its payer beside the instrument, or shows of what the shop knows of them. */

export type DetailGroupName = 'email' | 'shipping' | 'billing';

export type AddressPart = 'street' | 'street2' | 'city' | 'stateProvince' | 'postcodeZip' | 'country';
export type DetailPart = 'email' | 'firstName' | 'lastName' | AddressPart;

/** The names of the inputs, as posted. */
export type DetailName = 'email' | `billing.${AddressPart}` | `shipping.${'firstName' | 'lastName' | AddressPart}`;

export interface Detail {
  readonly name: DetailName;
  readonly part: DetailPart;
  /** Of a country its two letters of ISO 3166-1, which browsers fill in. Absent where nothing is known. */
  readonly value?: string;
  /** A post code only where the chosen country has any. */
  readonly isRequired: boolean;
  /** Characters. */
  readonly max: number;
}

export interface DetailGroup {
  readonly name: DetailGroupName;
  /** Otherwise it is shown, and cannot be changed. */
  readonly isAsked: boolean;
  /** A group that is only shown has those with a value. */
  readonly details: readonly Detail[];
  /** Whether the box "same as delivery" of a billing address is ticked; absent where there is no such box. */
  readonly isSame?: boolean;
}

/** The name of the box by which a payer gives the delivery address as the billing address too. */
export const SAME_AS_DELIVERY = 'billing.same';
