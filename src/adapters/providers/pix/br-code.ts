/**
 * BR Code: the code that the payer scans or copies. It has the fields of EMV's merchant-presented QR code, each with an
 * id and a length of two digits, and a CRC at the end. A dynamic code contains the URL of the charge at the PSP.
 */

/** Ids of the fields that the gateway reads or writes. */
const FORMAT = '00';
const MERCHANT_ACCOUNTS = { first: 26, last: 51 } as const;
const CATEGORY = '52';
const CURRENCY = '53';
const AMOUNT = '54';
const COUNTRY = '58';
const NAME = '59';
const CITY = '60';
const ADDITIONAL = '62';
const CRC = '63';
/** Fields within Pix's merchant account information. */
const SYSTEM = '00';
const LOCATION = '25';
/**
 * A field within the additional data: the charge's id. A dynamic code has `***` instead, because the URL identifies the
 * charge.
 */
const TXID = '05';
const NO_TXID = '***';

const PIX = 'BR.GOV.BCB.PIX';
/** The ISO 4217 number of BRL. */
const BRL = '986';
const NAME_CHARACTERS_MAX = 25;
const CITY_CHARACTERS_MAX = 15;
const FIELD_CHARACTERS_MAX = 99;
/** The limit of the whole code in the Pix API. */
const CODE_CHARACTERS_MAX = 512;

type Fields = ReadonlyMap<string, string>;

export interface CodeOf {
  /** The amount, as decimal text. */
  readonly amount: string;
  /** The charge's URL without `https://`. Undefined if the PSP gave only a code. */
  readonly location: string | undefined;
}

/** True if the code pays this charge, as far as the code shows. A payer must not see a code for another charge. */
export function isCodeOf(code: string, { amount, location }: CodeOf): boolean {
  const fields = code.length <= CODE_CHARACTERS_MAX && hasItsCrc(code) ? fieldsIn(code) : undefined;
  const led = fields && locationIn(fields);
  if (fields === undefined || led === undefined) {
    return false;
  }
  const says = fields.get(AMOUNT);
  return (
    fields.get(FORMAT) === '01' &&
    fields.get(CURRENCY) === BRL &&
    fields.get(COUNTRY) === 'BR' &&
    (says === undefined || isSameAmount(says, amount)) &&
    (location === undefined || led === location)
  );
}

export interface WrittenCode {
  readonly location: string;
  readonly amount: string;
  readonly name: string;
  readonly city: string;
}

/** Makes the code if the PSP gave only the charge's URL. @returns undefined for a URL that is empty or too long */
export function codeFor({ location, amount, name, city }: WrittenCode): string | undefined {
  const account = writeTlv(SYSTEM, PIX) + writeTlv(LOCATION, location);
  if (location === '' || account.length > FIELD_CHARACTERS_MAX) {
    return undefined;
  }
  const fields = [
    writeTlv(FORMAT, '01'),
    // The value 12 means that the code can be paid once.
    writeTlv('01', '12'),
    writeTlv(`${MERCHANT_ACCOUNTS.first}`, account),
    writeTlv(CATEGORY, '0000'),
    writeTlv(CURRENCY, BRL),
    writeTlv(AMOUNT, amount),
    writeTlv(COUNTRY, 'BR'),
    writeTlv(NAME, plain(name, NAME_CHARACTERS_MAX) || 'LOJA'),
    writeTlv(CITY, plain(city, CITY_CHARACTERS_MAX) || 'BRASIL'),
    writeTlv(ADDITIONAL, writeTlv(TXID, NO_TXID)),
  ];
  const text = `${fields.join('')}${CRC}04`;
  return text + crcOf(text);
}

/** @returns the fields by id; undefined if the text is not a complete sequence of fields */
function fieldsIn(text: string): Fields | undefined {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const [, id = '', length = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at)) ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (id === '' || value.length !== Number(length) || fields.has(id)) {
      return undefined;
    }
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}

/** The charge's URL in the Pix account, if exactly one account has a URL. */
function locationIn(fields: Fields): string | undefined {
  const found = [...fields].flatMap(([id, value]) => {
    const isAccount = Number(id) >= MERCHANT_ACCOUNTS.first && Number(id) <= MERCHANT_ACCOUNTS.last;
    const account = isAccount ? fieldsIn(value) : undefined;
    const location = account?.get(SYSTEM)?.toUpperCase() === PIX ? account.get(LOCATION) : undefined;
    return location === undefined ? [] : [location];
  });
  return found.length === 1 ? found[0] : undefined;
}

function writeTlv(id: string, value: string): string {
  return `${id}${`${value.length}`.padStart(2, '0')}${value}`;
}

/** True if both texts are the same amount, such as `12.5` and `12.50`. */
function isSameAmount(one: string, other: string): boolean {
  const cents = (text: string) => {
    const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
    return whole === undefined ? undefined : BigInt(whole + fraction.padEnd(2, '0'));
  };
  return cents(one) !== undefined && cents(one) === cents(other);
}

/** Removes diacritics, so that every reader accepts the text. */
function plain(text: string, charactersMax: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9 .,-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, charactersMax)
    .trim();
}

function hasItsCrc(code: string): boolean {
  const [, text = '', crc = ''] = /^(.*6304)([0-9A-Fa-f]{4})$/s.exec(code) ?? [];
  return text !== '' && crcOf(text) === crc.toUpperCase();
}

const POLYNOMIAL = 0x1021;

/** CRC-16/CCITT-FALSE (ISO/IEC 13239) over the text including its own id and length: four hex digits. */
export function crcOf(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL;
    }
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, '0');
}
