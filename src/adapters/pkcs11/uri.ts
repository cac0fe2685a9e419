/**
 * Parses PKCS#11 URIs, RFC 7512: the token, the key, the module and the PIN.
 *
 * pkcs11:token=Turnpike;object=wrapping-2026?module-path=/usr/lib/…/libsofthsm2.so&pin-source=file:/run/secrets/pin
 */

const SCHEME = 'pkcs11:';
/** Attributes that identify a token, and a key in it. An absent attribute matches all values. */
const OF_TOKEN = ['token', 'manufacturer', 'model', 'serial'] as const;
const OF_KEY = ['object', 'id'] as const;
const QUERY = ['module-path', 'pin-source', 'pin-value'] as const;
/** The only type of object that wraps data keys. */
const TYPE = 'secret-key';

export interface KeyAddress {
  readonly module: string;
  readonly token: Readonly<Partial<Record<(typeof OF_TOKEN)[number], string>>>;
  readonly object?: string;
  /** The id of the key, in hexadecimal. */
  readonly id?: string;
  /** The path of a file with the PIN, or the PIN itself. */
  readonly pin: { readonly file: string } | { readonly value: string };
}

/** The message is the end of a sentence. It repeats only names of attributes of the URI. */
export class Pkcs11UriError extends Error {}

export function isPkcs11Uri(text: string): boolean {
  return text.startsWith(SCHEME);
}

/** @throws Pkcs11UriError if the URI is invalid */
export function readPkcs11Uri(text: string): KeyAddress {
  const [path = '', query = '', ...more] = text.slice(SCHEME.length).split('?');
  if (more.length > 0) {
    throw new Pkcs11UriError('it has more than one question mark');
  }
  const names = attributes(path, ';', [...OF_TOKEN, ...OF_KEY, 'type']);
  const how = attributes(query, '&', QUERY);
  const module = how.get('module-path')?.toString('utf8');
  if (module === undefined || !module.startsWith('/')) {
    throw new Pkcs11UriError('module-path has to be the whole path of the library that speaks to the token');
  }
  if (!names.has('object') && !names.has('id')) {
    throw new Pkcs11UriError('object or id has to name a key');
  }
  if (!OF_TOKEN.some((name) => names.has(name))) {
    throw new Pkcs11UriError('token or serial has to name a token');
  }
  if (names.has('type') && names.get('type')?.toString('utf8') !== TYPE) {
    throw new Pkcs11UriError(`type can only be ${TYPE}`);
  }
  const object = names.get('object')?.toString('utf8');
  const id = names.get('id')?.toString('hex');
  const token = Object.fromEntries(
    OF_TOKEN.flatMap((name) => (names.has(name) ? [[name, `${names.get(name)?.toString('utf8')}`]] : [])),
  );
  return { module, token, object, id, pin: pinOf(how) };
}

/** Describes the key for the operator, without module path and PIN. */
export function describeKey({ token, object, id }: KeyAddress): string {
  const key = [...(object === undefined ? [] : [object]), ...(id === undefined ? [] : [`id ${id}`])].join(', ');
  return `${key} of the token ${Object.values(token).join(', ')}`;
}

function pinOf(how: ReadonlyMap<string, Buffer>): KeyAddress['pin'] {
  const [source, value] = [how.get('pin-source')?.toString('utf8'), how.get('pin-value')?.toString('utf8')];
  if ((source === undefined) === (value === undefined)) {
    throw new Pkcs11UriError('one of pin-source and pin-value has to give the PIN');
  }
  if (value !== undefined) {
    return { value };
  }
  const file = source?.replace(/^file:(?:\/\/(?=\/))?/, '') ?? '';
  if (!file.startsWith('/')) {
    throw new Pkcs11UriError('pin-source takes the whole path of a file, such as file:/run/secrets/pin');
  }
  return { file };
}

/** @returns the decoded values by name, as bytes, because an id need not be text */
function attributes(text: string, separator: string, known: readonly string[]): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (const part of text.split(separator).filter((one) => one !== '')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(0, at));
    if (!known.includes(name)) {
      throw new Pkcs11UriError(`it takes only ${known.join(', ')} before or after its question mark`);
    }
    if (found.has(name)) {
      throw new Pkcs11UriError(`${name} is there twice`);
    }
    found.set(name, decodePercent(name, part.slice(at + 1)));
  }
  return found;
}

/** Decodes percent-encoding. A PIN may contain any byte of UTF-8. */
function decodePercent(name: string, text: string): Buffer {
  if (!/^(?:[\w.~:/?@!$'()*+=&[\]-]|%[0-9a-f]{2})+$/i.test(text)) {
    throw new Pkcs11UriError(`${name} is empty, or has a character that is to be written as % and two hex digits`);
  }
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
