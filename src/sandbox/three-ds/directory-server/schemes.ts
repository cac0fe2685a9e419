/** The card schemes of the simulated directory servers, one row each. */

export interface Scheme {
  /** The first part of the directory server's path. */
  readonly id: string;
  readonly name: string;
  /** The registered application provider identifier (RID), by which clients identify the directory server. */
  readonly rid: string;
  readonly digits: number;
  /** The prefix of the scheme's special card ranges. */
  readonly special: string;
  /** The participating ranges, as prefixes of their first and last number. */
  readonly listed: readonly (readonly [from: string, to: string])[];
  /** Electronic commerce indicators: authenticated, attempted, or neither. */
  readonly eci: { readonly full: string; readonly attempted: string; readonly none: string };
}

const USUAL_ECI = { full: '05', attempted: '06', none: '07' } as const;
const USUAL_DIGITS = 16;
const AMEX_DIGITS = 15;

export const SCHEMES: readonly Scheme[] = [
  {
    id: 'visa',
    name: 'Visa',
    rid: 'A000000003',
    digits: USUAL_DIGITS,
    special: '40055',
    listed: [['4', '4']],
    eci: USUAL_ECI,
  },
  {
    id: 'mastercard',
    name: 'Mastercard',
    rid: 'A000000004',
    digits: USUAL_DIGITS,
    special: '52055',
    listed: [
      ['2221', '2720'],
      ['51', '55'],
    ],
    eci: { full: '02', attempted: '01', none: '00' },
  },
  {
    id: 'amex',
    name: 'American Express',
    rid: 'A000000025',
    digits: AMEX_DIGITS,
    special: '37155',
    listed: [
      ['34', '34'],
      ['37', '37'],
    ],
    eci: USUAL_ECI,
  },
  {
    id: 'discover',
    name: 'Discover',
    rid: 'A000000152',
    digits: USUAL_DIGITS,
    special: '65055',
    listed: [
      ['6011', '6011'],
      ['644', '659'],
    ],
    eci: USUAL_ECI,
  },
  {
    id: 'jcb',
    name: 'JCB',
    rid: 'A000000065',
    digits: USUAL_DIGITS,
    special: '35555',
    listed: [['3528', '3589']],
    eci: USUAL_ECI,
  },
];

export function schemeOf(id: string): Scheme | undefined {
  return SCHEMES.find((one) => one.id === id);
}
