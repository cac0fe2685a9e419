/**
 * The EMV tags that `emvRequest` may contain: those that acquirers and schemes accept in an authorization request
 * (field 55 of ISO 8583), in its reversal, or on a receipt. The interface refuses other tags, which may hold data that
 * must not be stored, such as a PIN (99) or its block, and would not be masked.
 *
 * Names and lengths in bytes: EMV Book 3, annex A. The tags from 9F53 on are defined by each scheme, so their bounds
 * are wide. To permit another tag, add its row here.
 */
import {
  attendedTerminal,
  country,
  type EmvField,
  expiry,
  number,
  sequenceNumber,
  track1,
  track2,
} from './emv-fields.ts';

export interface EmvTag {
  readonly name: string;
  readonly bytesMin: number;
  readonly bytesMax: number;
  /** The field of the interface that the tag sets. */
  readonly populates?: EmvField;
  /**
   * True for card data that PCI DSS protects, and for templates that may contain it. These tags are omitted from
   * answers.
   */
  readonly hidden?: true;
}

function tag(name: string, bytesMin: number, bytesMax: number, traits: Partial<EmvTag> = {}): EmvTag {
  return { name, bytesMin, bytesMax, ...traits };
}

export const EMV_TAGS: ReadonlyMap<string, EmvTag> = new Map([
  ['4F', tag('application identifier of the card', 5, 16)],
  ['50', tag('application label', 1, 16)],
  ['56', tag('track 1 data', 2, 79, { populates: track1, hidden: true })],
  ['57', tag('track 2 equivalent data', 7, 19, { populates: track2, hidden: true })],
  ['5A', tag('application primary account number', 5, 10, { populates: number, hidden: true })],
  ['5F20', tag('cardholder name', 2, 26, { hidden: true })],
  ['5F24', tag('application expiration date', 3, 3, { populates: expiry })],
  ['5F28', tag('issuer country code', 2, 2)],
  ['5F2A', tag('transaction currency code', 2, 2)],
  ['5F34', tag('application primary account number sequence number', 1, 1, { populates: sequenceNumber })],
  ['5F36', tag('transaction currency exponent', 1, 1)],
  ['71', tag('issuer script template 1', 1, 127, { hidden: true })],
  ['72', tag('issuer script template 2', 1, 127, { hidden: true })],
  ['82', tag('application interchange profile', 2, 2)],
  ['84', tag('dedicated file name', 5, 16)],
  ['8A', tag('authorization response code', 2, 2)],
  ['91', tag('issuer authentication data', 8, 16)],
  ['95', tag('terminal verification results', 5, 5)],
  ['9A', tag('transaction date', 3, 3)],
  ['9B', tag('transaction status information', 2, 2)],
  ['9C', tag('transaction type', 1, 1)],
  ['9F01', tag('acquirer identifier', 6, 6)],
  ['9F02', tag('amount, authorized', 6, 6)],
  ['9F03', tag('amount, other', 6, 6)],
  ['9F06', tag('application identifier of the terminal', 5, 16)],
  ['9F07', tag('application usage control', 2, 2)],
  ['9F08', tag('application version number of the card', 2, 2)],
  ['9F09', tag('application version number of the terminal', 2, 2)],
  ['9F0D', tag('issuer action code, default', 5, 5)],
  ['9F0E', tag('issuer action code, denial', 5, 5)],
  ['9F0F', tag('issuer action code, online', 5, 5)],
  ['9F10', tag('issuer application data', 1, 32)],
  ['9F11', tag('issuer code table index', 1, 1)],
  ['9F12', tag('application preferred name', 1, 16)],
  ['9F15', tag('merchant category code', 2, 2)],
  ['9F16', tag('merchant identifier', 15, 15)],
  ['9F1A', tag('terminal country code', 2, 2, { populates: country })],
  ['9F1C', tag('terminal identification', 8, 8)],
  ['9F1E', tag('interface device serial number', 8, 8)],
  ['9F1F', tag('track 1 discretionary data', 1, 79, { hidden: true })],
  ['9F20', tag('track 2 discretionary data', 1, 40, { hidden: true })],
  ['9F21', tag('transaction time', 3, 3)],
  ['9F26', tag('application cryptogram', 8, 8)],
  ['9F27', tag('cryptogram information data', 1, 1)],
  ['9F33', tag('terminal capabilities', 3, 3)],
  ['9F34', tag('cardholder verification method results', 3, 3)],
  ['9F35', tag('terminal type', 1, 1, { populates: attendedTerminal })],
  ['9F36', tag('application transaction counter', 2, 2)],
  ['9F37', tag('unpredictable number', 4, 4)],
  ['9F39', tag('point of service entry mode', 1, 1)],
  ['9F40', tag('additional terminal capabilities', 5, 5)],
  ['9F41', tag('transaction sequence counter', 2, 4)],
  ['9F4E', tag('merchant name and location', 1, 100)],
  ['9F53', tag('transaction category code', 1, 32)],
  ['9F5B', tag('issuer script results', 1, 32)],
  ['9F5D', tag('available offline spending amount', 1, 32)],
  ['9F66', tag('terminal transaction qualifiers', 1, 32)],
  ['9F6C', tag('card transaction qualifiers', 1, 32)],
  ['9F6E', tag('form factor indicator or third party data', 1, 32)],
  ['9F7C', tag('customer exclusive data or merchant custom data', 1, 32)],
]);
