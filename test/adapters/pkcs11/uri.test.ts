/** URIs of keys in tokens, RFC 7512. */
import { describe, expect, it } from 'vitest';
import { describeKey, readPkcs11Uri } from '../../../src/adapters/pkcs11/uri.ts';

const HOW = 'module-path=/usr/lib/vendor.so&pin-source=file:/run/secrets/pin';

it('reads a key of a token, the module, and the PIN file from a URI', () => {
  const address = readPkcs11Uri(`pkcs11:token=The%20Vault;object=wrapping-2026;id=%0A%ff;type=secret-key?${HOW}`);
  expect(address).toEqual({
    module: '/usr/lib/vendor.so',
    token: { token: 'The Vault' },
    object: 'wrapping-2026',
    id: '0aff',
    pin: { file: '/run/secrets/pin' },
  });
  expect(describeKey(address)).toBe('wrapping-2026, id 0aff of the token The Vault');
});

it.each([
  ['/run/pin', { file: '/run/pin' }],
  ['file:///run/pin', { file: '/run/pin' }],
  ['file:/run/the%20pin', { file: '/run/the pin' }],
])('a URI may give %s as the file of the PIN', (source, pin) => {
  expect(readPkcs11Uri(`pkcs11:serial=1;id=%01?module-path=/m.so&pin-source=${source}`).pin).toEqual(pin);
});

it('a URI may have a PIN with special characters', () => {
  const { pin } = readPkcs11Uri('pkcs11:token=t;object=o?module-path=/m.so&pin-value=4%2C7%3B%C3%9F');
  expect(pin).toEqual({ value: '4,7;ß' });
});

describe('refuses, without the PIN in the error,', () => {
  it.each([
    ['no module', 'pkcs11:token=t;object=o?pin-value=8642', /module-path has to be/],
    ['a relative module', 'pkcs11:token=t;object=o?module-path=m.so&pin-value=8642', /module-path has to be/],
    ['no key', 'pkcs11:token=t?module-path=/m.so&pin-value=8642', /object or id has to name a key/],
    ['no token', 'pkcs11:object=o?module-path=/m.so&pin-value=8642', /token or serial has to name a token/],
    ['no PIN', 'pkcs11:token=t;object=o?module-path=/m.so', /pin-source and pin-value/],
    ['two PINs', `pkcs11:token=t;object=o?${HOW}&pin-value=8642`, /one of pin-source and pin-value/],
    ['a command', 'pkcs11:token=t;object=o?module-path=/m.so&pin-source=|8642', /pin-source/],
    ['a relative file', 'pkcs11:token=t;object=o?module-path=/m.so&pin-source=8642', /whole path of a file/],
    ['another type', `pkcs11:token=t;object=o;type=private?${HOW}`, /type can only be secret-key/],
    ['an unknown name', `pkcs11:token=t;objekt=8642?${HOW}`, /it takes only token, .*object, id, type/],
    ['a name twice', `pkcs11:token=t;object=o;object=8642?${HOW}`, /object is there twice/],
    ['an empty text', `pkcs11:token=;object=o?${HOW}`, /token is empty/],
    ['a space', 'pkcs11:token=t;object=o?module-path=/m.so&pin-value=86 42', /pin-value is empty, or has a character/],
    ['half an escape', `pkcs11:token=t;object=8642%2?${HOW}`, /object is empty, or has a character/],
    ['two questions', `pkcs11:token=t;object=o?${HOW}?8642`, /more than one question mark/],
  ])('%s', (_, uri, sentence) => {
    expect(() => readPkcs11Uri(uri)).toThrow(sentence);
    expect(() => readPkcs11Uri(uri)).not.toThrow(/8642/);
  });
});
