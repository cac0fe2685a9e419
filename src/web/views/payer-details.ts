/** The payer details on the pay page: collected from the payer, or shown as the shop gave them. */

export type DetailGroupName = 'email' | 'shipping' | 'billing';

export type AddressPart = 'street' | 'street2' | 'city' | 'stateProvince' | 'postcodeZip' | 'country';
export type DetailPart = 'email' | 'firstName' | 'lastName' | AddressPart;

/** The names of the inputs, as posted. */
export type DetailName = 'email' | `billing.${AddressPart}` | `shipping.${'firstName' | 'lastName' | AddressPart}`;

export interface Detail {
  readonly name: DetailName;
  readonly part: DetailPart;
  /** For a country, its two letters of ISO 3166-1, which browsers fill in. Absent if unknown. */
  readonly value?: string;
  /** A post code is required only if the chosen country has post codes. */
  readonly isRequired: boolean;
  /** Characters. */
  readonly max: number;
}

export interface DetailGroup {
  readonly name: DetailGroupName;
  /** Whether the payer enters the details. False: they are shown read-only. */
  readonly isAsked: boolean;
  /** A read-only group has only details with a value. */
  readonly details: readonly Detail[];
  /** Whether the checkbox "same as delivery" of a billing address is ticked; absent without such a checkbox. */
  readonly isSame?: boolean;
}

/** The name of the checkbox that copies the delivery address to the billing address. */
export const SAME_AS_DELIVERY = 'billing.same';
