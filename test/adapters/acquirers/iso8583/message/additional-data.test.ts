import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AdditionalData,
  decodeAdditionalData,
  encodeAdditionalData,
} from '../../../../../src/adapters/acquirers/iso8583/message/additional-data.ts';
import { Iso8583Error } from '../../../../../src/adapters/acquirers/iso8583/message/iso8583-error.ts';

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
const anything = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'é', '%', ' ', '🧾'), minLength: 1, maxLength });

const data: fc.Arbitrary<AdditionalData> = fc.record(
  {
    securityCode: digits(4),
    giftPin: digits(8),
    entrySource: fc.constantFrom('INTERNET', 'MOTO', 'VOICE_RESPONSE'),
    billingPostcode: anything(10),
    reference: anything(40),
    billingStreet: anything(25),
    originalTerminal: fc.constant('TERM0001'),
    eci: digits(2),
    transactionIdentifier: digits(15),
    validationCode: digits(4),
  },
  { requiredKeys: [] },
);

describe('additional data in field 48', () => {
  it('writes tag, length and value', () => {
    expect(encodeAdditionalData({ securityCode: '100', billingStreet: 'Alpha St' })).toBe('SC003100BS008Alpha St');
  });

  it('writes no field without a value', () => {
    expect(encodeAdditionalData({})).toBeUndefined();
  });

  it('reads back the written values, within the field’s length', () => {
    fc.assert(
      fc.property(data, (given) => {
        const encoded = encodeAdditionalData(given) ?? '';
        expect(encoded.length).toBeLessThanOrEqual(999);
        expect(decodeAdditionalData(encoded)).toEqual(given);
      }),
    );
  });

  it('fits the longest values together by cutting the street’s end', () => {
    const encoded = encodeAdditionalData({
      securityCode: '1234',
      giftPin: '12345678',
      entrySource: 'VOICE_RESPONSE',
      billingPostcode: '🧾'.repeat(10),
      reference: '🧾'.repeat(40),
      billingStreet: '🧾'.repeat(100),
      originalTerminal: 'TERM0001',
    });
    expect(encoded?.length).toBeLessThanOrEqual(999);
    expect(decodeAdditionalData(encoded ?? '').billingStreet).toBe('🧾'.repeat(25));
  });

  it('leaves the merchant’s reference and the street the room beside the longest other values', () => {
    const longest = {
      securityCode: '1234',
      giftPin: '12345678',
      entrySource: 'E'.repeat(20),
      billingPostcode: '🧾'.repeat(10),
      reference: '🧾'.repeat(40),
      originalTerminal: 'TERM0001',
      eci: '05',
      authenticationToken: 'T'.repeat(128),
      xid: 'X'.repeat(28),
      dsTransactionId: 'd'.repeat(36),
      protocolVersion: '2'.repeat(8),
      transStatus: 'Y',
    };
    const cut = { merchantReference: 'é'.repeat(100), billingStreet: 'Alpha St' };
    const encoded = encodeAdditionalData({ ...longest, ...cut }) ?? '';
    expect(encoded.length).toBeLessThanOrEqual(999);
    const { merchantReference, billingStreet, ...kept } = decodeAdditionalData(encoded);
    expect(kept).toEqual(longest);
    expect(merchantReference).toBe('é'.repeat(15));
    expect(billingStreet).toBeUndefined();
    const usual = { ...longest, reference: 'invoice 12', ...cut, merchantReference: 'M'.repeat(100) };
    expect(decodeAdditionalData(encodeAdditionalData(usual) ?? '')).toEqual(usual);
  });

  it('refuses to cut any other value', () => {
    expect(() => encodeAdditionalData({ securityCode: '12345' })).toThrow(Iso8583Error);
    expect(() => encodeAdditionalData({ reference: 'r'.repeat(481) })).toThrow(Iso8583Error);
  });

  it.each(['SC', 'SC00', 'XX003100', 'SC003100SC003100', 'SC004100', 'SC00A100', 'SC00512345', 'SC003100B'])(
    'refuses to read %j',
    (encoded) => {
      expect(() => decodeAdditionalData(encoded)).toThrow(Iso8583Error);
    },
  );
});
