import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { googlePayReader } from '../../../src/adapters/wallets/index.ts';
import {
  type GooglePayOptions,
  googlePayToken,
  googleRootKeys,
} from '../../../src/sandbox/wallets/google-pay-token.ts';

const NOW = Date.now();
const DAY_MS = 86_400_000;
const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const [rootKey, gatewayKey, merchantKey] = [newKey(), newKey(), newKey()];
const payment = {
  number: '5200123450000003',
  expiry: { month: 12, year: 2030 },
  amount: 1_250,
  currencyNumber: '978',
  cryptogram: 'AHAbcd1234==',
  eci: '02',
};
const ofGateway = { recipientId: 'gateway:house', encryptionKey: gatewayKey, gatewayMerchantId: 'SHOP' };
const gateway = { name: 'house', privateKeys: [createPrivateKey(gatewayKey)] };
const read = googlePayReader({ readRootKeys: () => googleRootKeys(rootKey), gateway });
const recipient = { merchantId: 'SHOP', privateKeys: [] };
const time = { now: NOW, heldMsMax: 0 };
const token = (options: GooglePayOptions = {}, to = ofGateway, by = rootKey) =>
  googlePayToken(by, to, payment, options);

// biome-ignore lint/suspicious/noExplicitAny: tests look into tokens wherever they like.
type TokenJson = any;

/** A token with other members, made from its own. */
function changed(change: (json: TokenJson) => object): string {
  const json = JSON.parse(token());
  return JSON.stringify({ ...json, ...change(json) });
}

const opened = (text: string, reader = read, to: typeof recipient | object = recipient) => {
  const reading = reader(text, to as typeof recipient, time);
  if ('problem' in reading) {
    throw new Error(reading.problem);
  }
  return reading.token;
};

it('a token with a cryptogram has the device’s number, expiry, cryptogram and ECI, and no amount', () => {
  const messageExpiration = NOW + 1_000;
  const { number, cryptogram, ...rest } = opened(token({ messageExpiration }));
  expect([number.reveal(), cryptogram?.reveal(), cryptogram?.sensitive]).toEqual([
    payment.number,
    payment.cryptogram,
    true,
  ]);
  expect(rest).toEqual({
    wallet: 'GOOGLE_PAY',
    id: expect.any(String),
    usableUntil: messageExpiration,
    expiry: { month: '12', year: '30' },
    eci: '02',
    money: undefined,
  });
});

it('a token of a card on file has neither cryptogram nor ECI, also where it says an ECI', () => {
  const details = { pan: payment.number, expirationMonth: 1, expirationYear: 2030, authMethod: 'PAN_ONLY' };
  const text = token({ message: { paymentMethodDetails: { ...details, eciIndicator: '05', cryptogram: 'AAAA' } } });
  expect(opened(text)).toMatchObject({ cryptogram: undefined, eci: undefined });
  expect(opened(token({ isPanOnly: true }))).toMatchObject({ cryptogram: undefined, eci: undefined });
});

it('a token for either of two keys of the gateway is taken, so that keys rotate', () => {
  const privateKeys = [newKey(), gatewayKey].map((pem) => createPrivateKey(pem));
  const both = googlePayReader({
    readRootKeys: () => googleRootKeys(rootKey),
    gateway: { name: 'house', privateKeys },
  });
  expect(opened(token(), both).number.reveal()).toBe(payment.number);
});

it('a merchant with keys of its own takes tokens for its id at Google, and none for the gateway', () => {
  const own = { merchantId: '12345678901234567890', privateKeys: [createPrivateKey(merchantKey)] };
  const to = { recipientId: 'merchant:12345678901234567890', encryptionKey: merchantKey };
  expect(opened(token({}, to as typeof ofGateway), read, own).number.reveal()).toBe(payment.number);
  expect(read(token(), own, time)).toHaveProperty('problem');
});

describe('a token is refused', () => {
  it.each([
    ['that is no JSON', '}', /JSON text/],
    ['that is a text', '"ECv2"', /JSON text/],
    ['without an intermediate key', changed(() => ({ intermediateSigningKey: undefined })), /JSON text/],
    ['of ECv1', token({ protocolVersion: 'ECv1' }), /protocolVersion ECv2/],
    ['of ECv2SigningOnly', token({ protocolVersion: 'ECv2SigningOnly' }), /protocolVersion ECv2/],
    ['of another root key', token({}, ofGateway, newKey()), /no root signing key/],
    [
      'without a signature of a root key',
      changed(({ intermediateSigningKey: key }) => ({ intermediateSigningKey: { ...key, signatures: [] } })),
      /no root signing key/,
    ],
    [
      'whose intermediate key was replaced',
      changed(({ intermediateSigningKey: key }) => ({
        intermediateSigningKey: { ...key, signedKey: JSON.parse(token()).intermediateSigningKey.signedKey },
      })),
      /no root signing key/,
    ],
    ['whose intermediate key has expired', token({ keyExpiration: NOW }), /intermediate signing key/],
    [
      'whose message was replaced',
      changed(() => ({ signedMessage: JSON.parse(token()).signedMessage })),
      /this gateway or merchant/,
    ],
    ['whose signature is empty', changed(() => ({ signature: '' })), /this gateway or merchant/],
    ['for another gateway', token({}, { ...ofGateway, recipientId: 'gateway:other' }), /this gateway or merchant/],
    ['for a merchant that decrypts itself', token({}, { ...ofGateway, recipientId: 'merchant:SHOP' }), /this gateway/],
    ['for another key', token({}, { ...ofGateway, encryptionKey: newKey() }), /private key/],
    [
      'for another merchant of the gateway',
      token({}, { ...ofGateway, gatewayMerchantId: 'OTHER' }),
      /gatewayMerchantId/,
    ],
    ['without a merchant', token({ message: { gatewayMerchantId: undefined } }), /gatewayMerchantId/],
    ['that has expired', token({ messageExpiration: NOW }), /messageExpiration/],
    ['that never expires', token({ message: { messageExpiration: undefined } }), /with a card/],
    ['without an id', token({ message: { messageId: undefined } }), /with a card/],
    ['that is no card', token({ message: { paymentMethod: 'TOKENIZED_CARD' } }), /with a card/],
    [
      'of an unknown authMethod',
      token({
        message: {
          paymentMethodDetails: { pan: payment.number, expirationMonth: 1, expirationYear: 2030, authMethod: 'X' },
        },
      }),
      /with a card/,
    ],
    [
      'with a cryptogram that is missing',
      token({
        message: {
          paymentMethodDetails: {
            pan: payment.number,
            expirationMonth: 1,
            expirationYear: 2030,
            authMethod: 'CRYPTOGRAM_3DS',
          },
        },
      }),
      /with a card/,
    ],
  ])('%s', (_what, text, problem) => {
    expect(read(text, recipient, time)).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('whose message was changed under its own signature', () => {
    const other = JSON.parse(JSON.parse(token()).signedMessage);
    const text = changed(({ signedMessage }) => ({
      signedMessage: JSON.stringify({ ...JSON.parse(signedMessage), tag: other.tag }),
    }));
    expect(read(text, recipient, time)).toHaveProperty('problem');
  });

  it('where the operator is no gateway at Google and the merchant has no keys', () => {
    const none = googlePayReader({ readRootKeys: () => googleRootKeys(rootKey), gateway: undefined });
    expect(none(token(), recipient, time)).toHaveProperty('problem');
  });
});

describe('Google’s root signing keys', () => {
  it('that have expired verify no token', () => {
    const expired = googlePayReader({ readRootKeys: () => googleRootKeys(rootKey, NOW), gateway });
    expect(expired(token(), recipient, time)).toEqual({ problem: expect.stringMatching(/no root signing key/) });
  });

  it('are read again a minute later, and stay as they are while the file cannot be read', () => {
    const later = newKey();
    let text = googleRootKeys(rootKey);
    const reader = googlePayReader({
      readRootKeys: () => {
        if (text === '') {
          throw new Error('gone');
        }
        return text;
      },
      gateway,
    });
    const far = { messageExpiration: NOW + DAY_MS, keyExpiration: NOW + DAY_MS };
    const [early, late] = [token(far), token(far, ofGateway, later)];
    const at = (ms: number) => ({ now: NOW + ms, heldMsMax: 0 });
    expect(reader(early, recipient, at(0))).toHaveProperty('token');
    text = googleRootKeys(later);
    expect(reader(late, recipient, at(59_000))).toHaveProperty('problem');
    expect(reader(late, recipient, at(61_000))).toHaveProperty('token');
    expect(reader(early, recipient, at(61_000))).toHaveProperty('problem');
    text = '';
    expect(reader(late, recipient, at(3_600_000))).toHaveProperty('token');
    text = '{"keys":"none"}';
    expect(reader(late, recipient, at(7_200_000))).toHaveProperty('token');
  });

  it('of other protocol versions in the list are skipped', () => {
    const list = JSON.parse(googleRootKeys(rootKey));
    const keys = [{ keyValue: 'AA==', protocolVersion: 'ECv1' }, ...list.keys];
    const reader = googlePayReader({ readRootKeys: () => JSON.stringify({ keys }), gateway });
    expect(reader(token(), recipient, time)).toHaveProperty('token');
  });
});
