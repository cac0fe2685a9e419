import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applePayReader } from '../../../src/adapters/wallets/index.ts';
import { issueApplePayChain } from '../../../src/platform/x509/index.ts';
import { type ApplePayOptions, applePayToken } from '../../../src/sandbox/wallets/apple-pay-token.ts';

const NOW = Date.now();
const MINUTE_MS = 60_000;
const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const chain = issueApplePayChain();
const processingKey = newKey();
const MERCHANT_ID = 'merchant.example.shop';
const payment = {
  number: '4817499130000009',
  expiry: { month: 3, year: 2031 },
  amount: 1_250,
  currencyNumber: '978',
  cryptogram: 'AwAAAAEAWGlGqXMAAAAAgIRgE4A=',
  eci: '5',
};
const recipient = { merchantId: MERCHANT_ID, privateKeys: [createPrivateKey(processingKey)] };
const time = { now: NOW, heldMsMax: 0 };
const readerOf = (...roots: readonly string[]) => applePayReader(roots.map((pem) => new X509Certificate(pem)));
const read = readerOf(chain.root);
const token = (options: ApplePayOptions = {}, by = chain) =>
  applePayToken(by, { merchantId: MERCHANT_ID, processingKey }, payment, { signedAt: NOW, ...options });

// biome-ignore lint/suspicious/noExplicitAny: tests look into tokens wherever they like.
type TokenJson = any;

/** A token with other members, made from its own. */
function changed(change: (json: TokenJson) => object): string {
  const json = JSON.parse(token());
  return JSON.stringify({ ...json, ...change(json) });
}

/** Flips one bit of Base64. */
function flipped(base64: string, at = 40): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
}

it('a token of EC_v1 has the device’s number, expiry, cryptogram, ECI, amount and currency', () => {
  const text = token();
  const reading = read(text, recipient, time);
  if ('problem' in reading) {
    throw new Error(reading.problem);
  }
  const { number, cryptogram, ...rest } = reading.token;
  expect([number.reveal(), cryptogram?.reveal()]).toEqual([payment.number, payment.cryptogram]);
  expect(cryptogram?.sensitive).toBe(true);
  expect(rest).toEqual({
    wallet: 'APPLE_PAY',
    id: JSON.parse(text).header.transactionId,
    usableUntil: Math.floor(NOW / 1_000) * 1_000 + 5 * MINUTE_MS,
    expiry: { month: '3', year: '31' },
    eci: '05',
    money: { amount: 1_250n, currencyNumber: '978' },
  });
});

it.each([
  ['with application data, which the signature covers', { applicationData: 'ab'.repeat(32) }],
  ['whose signature repeats the root', { certificates: [chain.leaf, chain.intermediate, chain.root] }],
  ['signed 4 minutes ago', { signedAt: NOW - 4 * MINUTE_MS }],
  ['of a card whose token says no ECI', { data: { paymentData: { onlinePaymentCryptogram: 'AAAA' } } }],
  ['whose currency is a JSON number', { data: { currencyCode: 36 } }],
])('a token %s is taken', (_what, options) => {
  expect(read(token(options), recipient, time)).toHaveProperty('token');
});

it('a token for either of two keys is taken, so that keys rotate', () => {
  const keys = [newKey(), processingKey].map((pem) => createPrivateKey(pem));
  expect(read(token(), { merchantId: MERCHANT_ID, privateKeys: keys }, time)).toHaveProperty('token');
});

it('a token that waited in a session is taken for that much longer', () => {
  const text = token({ signedAt: NOW - 12 * MINUTE_MS });
  expect(read(text, recipient, { now: NOW, heldMsMax: 15 * MINUTE_MS })).toHaveProperty('token');
  expect(read(text, recipient, { now: NOW, heldMsMax: 5 * MINUTE_MS })).toHaveProperty('problem');
});

const SIGNATURE = /Apple signed/;

describe('a token is refused', () => {
  it.each([
    ['that is no JSON', '{', /JSON text/],
    ['that is a list', '[]', /JSON text/],
    ['that is null', 'null', /JSON text/],
    ['without a header', JSON.stringify({ version: 'EC_v1', data: '', signature: '' }), /JSON text/],
    ['whose data is no Base64', changed(() => ({ data: '*' })), /JSON text/],
    ['of RSA_v1', token({ version: 'RSA_v1' }), /EC_v1; Apple Pay’s RSA_v1 is not taken/],
    ['of an unknown version', token({ version: 'EC_v2' }), /version EC_v1/],
    ['whose data was changed', changed((json) => ({ data: flipped(json.data) })), SIGNATURE],
    [
      'of another transaction id',
      changed(({ header }) => ({ header: { ...header, transactionId: 'ab'.repeat(32) } })),
      SIGNATURE,
    ],
    [
      'with added application data',
      changed(({ header }) => ({ header: { ...header, applicationData: 'ab'.repeat(32) } })),
      SIGNATURE,
    ],
    ['whose signature is empty', changed(() => ({ signature: '' })), SIGNATURE],
    ['whose signature is cut', changed((json) => ({ signature: json.signature.slice(0, 400) })), SIGNATURE],
    ['without certificates', token({ certificates: [] }), SIGNATURE],
    ['without the intermediate certificate', token({ certificates: [chain.leaf] }), SIGNATURE],
    ['signed by another root', token({}, issueApplePayChain()), SIGNATURE],
    [
      'that brings its own root',
      (() => {
        const own = issueApplePayChain();
        return token({ certificates: [own.leaf, own.intermediate, own.root] }, own);
      })(),
      SIGNATURE,
    ],
    ['signed 6 minutes ago', token({ signedAt: NOW - 6 * MINUTE_MS }), /within the last 5 minutes/],
    ['signed in 3 minutes', token({ signedAt: NOW + 3 * MINUTE_MS }), /within the last 5 minutes/],
    ['with chip data', token({ data: { paymentDataType: 'EMV', paymentData: { emvData: 'AA' } } }), /3DSecure/],
    ['without a cryptogram', token({ data: { paymentData: { eciIndicator: '05' } } }), /cryptogram/],
    ['with a number that is none', token({ data: { applicationPrimaryAccountNumber: '4817' } }), /number/],
    ['that expires in a month 13', token({ data: { applicationExpirationDate: '311301' } }), /expiry/],
    ['with a fraction of a minor unit', token({ data: { transactionAmount: 12.5 } }), /amount/],
    ['with a negative amount', token({ data: { transactionAmount: -1 } }), /amount/],
  ])('%s', (_what, text, problem) => {
    expect(read(text, recipient, time)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it.each([
    ['without the leaf’s marker', { leafOid: '1.2.840.113635.100.6.30' }],
    ['without the intermediate’s marker', { intermediateOid: '1.2.840.113635.100.6.2.15' }],
    ['whose intermediate may not issue', { mayIntermediateIssue: false }],
    ['whose leaf has expired', { leafUntil: new Date(NOW - 1_000) }],
    [
      'whose leaf has the marker in its name',
      // The bytes of the marker's object identifier are ASCII but for two.
      { leafOid: '1.2.3', leafName: Buffer.from('06092a864886f76364061d', 'hex').toString('latin1') },
    ],
  ])('by a chain %s', (_what, options) => {
    const other = issueApplePayChain(options);
    expect(readerOf(other.root)(token({}, other), recipient, time)).toEqual({
      problem: expect.stringMatching(SIGNATURE),
    });
  });

  it('whose signature is of one trusted signer over the content of another token', () => {
    const { signature } = JSON.parse(token());
    expect(
      read(
        changed(() => ({ signature })),
        recipient,
        time,
      ),
    ).toHaveProperty('problem');
  });

  it.each([
    [
      'the last byte of its id in the application data',
      (id: string) => ({ transactionId: id.slice(0, -2), applicationData: id.slice(-2) }),
    ],
    ['its whole id in the application data', (id: string) => ({ transactionId: '', applicationData: id })],
    ['an empty application data', (id: string) => ({ transactionId: id, applicationData: '' })],
  ])('that was used, with %s under the same signature', (_what, split) => {
    const text = changed(({ header }) => ({ header: { ...header, ...split(header.transactionId) } }));
    expect(read(text, recipient, time)).toEqual({ problem: expect.stringMatching(/JSON text/) });
  });

  it('that was used, with the end of its data as its id', () => {
    const text = changed(({ data, header }) => {
      const bytes = Buffer.from(data, 'base64');
      const moved = { transactionId: bytes.subarray(-32).toString('hex'), applicationData: header.transactionId };
      return { data: bytes.subarray(0, -32).toString('base64'), header: { ...header, ...moved } };
    });
    expect(read(text, recipient, time)).toEqual({ problem: expect.stringMatching(/merchantId/) });
  });

  it('for a key that the profile does not have', () => {
    const other = { merchantId: MERCHANT_ID, privateKeys: [createPrivateKey(newKey())] };
    expect(read(token(), other, time)).toEqual({ problem: expect.stringMatching(/private key/) });
    expect(read(token(), { merchantId: MERCHANT_ID, privateKeys: [] }, time)).toHaveProperty('problem');
  });

  it('for another merchant identifier', () => {
    const other = { ...recipient, merchantId: 'merchant.example.other' };
    expect(read(token(), other, time)).toEqual({ problem: expect.stringMatching(/merchantId/) });
  });

  it('without roots', () => {
    expect(readerOf()(token(), recipient, time)).toHaveProperty('problem');
  });

  it('or has the same content, whatever byte of its signature was changed', () => {
    const json = JSON.parse(token());
    const { signature } = json;
    const { length } = Buffer.from(signature, 'base64');
    let refused = 0;
    // Bytes that nothing signs, such as the signer's name beside its certificate, change no meaning.
    for (let at = 0; at < length; at += 3) {
      const reading = read(JSON.stringify({ ...json, signature: flipped(signature, at) }), recipient, time);
      refused += 'problem' in reading ? 1 : 0;
      expect('token' in reading ? reading.token.id : json.header.transactionId).toBe(json.header.transactionId);
    }
    expect(refused).toBeGreaterThan(length / 4);
  });
});

it('no problem repeats the token, the number or the key', () => {
  const texts = [
    token({ data: { transactionAmount: 1.5 } }),
    token({ version: 'RSA_v1' }),
    '{"version":"4817499130000009"}',
  ];
  for (const text of texts) {
    expect(JSON.stringify(read(text, recipient, time))).not.toMatch(/4817|AwAAAA/);
  }
});
