import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeMessage } from '../../../../src/adapters/three-ds-server/messages/write-message.ts';
import { addressFields, browserFields } from '../../../../src/adapters/three-ds-server/request/given-texts.ts';
import { newAreq } from '../../../../src/adapters/three-ds-server/request/new-areq.ts';
import { currencyOf } from '../../../../src/contract/money.ts';
import { Secret } from '../../../../src/contract/secret.ts';
import type { AuthenticationRequest } from '../../../../src/core/ports/index.ts';
import { settingsOf } from '../directory-server/rig.ts';
import { REQUEST } from '../rig.ts';

describe('the browser data of a merchant’s server', () => {
  it.each([
    ['json', 'en'],
    ['en', 'en'],
    ['de-DE', 'de-DE'],
    ['zh-Hans-CN', 'zh'],
    ['de-DE,de;q=0.9', 'en'],
    ['', 'en'],
    [undefined, 'en'],
  ])('language %j is %j', (language, expected) => {
    expect(browserFields({ language }, '2.2.0').browserLanguage).toBe(expected);
  });

  it.each([
    ['24', '24'],
    ['30', '24'],
    ['64', '48'],
    ['3', '1'],
    ['0', '1'],
    ['many', '24'],
    [undefined, '24'],
  ])('colour depth %j is %j', (colorDepth, expected) => {
    expect(browserFields({ colorDepth }, '2.1.0').browserColorDepth).toBe(expected);
  });

  it.each([
    ['+200', '+200'],
    ['-330', '-330'],
    ['0', '0'],
    ['Europe/Berlin', '0'],
    [undefined, '0'],
  ])('time zone %j is %j', (timeZone, expected) => {
    expect(browserFields({ timeZone }, '2.2.0').browserTZ).toBe(expected);
  });

  it('has no screen where no script runs, from 2.2.0 on', () => {
    const browser = { javaScriptEnabled: 'false', screenHeight: '100' };
    expect(browserFields(browser, '2.2.0')).toMatchObject({
      browserJavascriptEnabled: false,
      browserScreenHeight: undefined,
    });
    expect(browserFields(browser, '2.1.0')).toMatchObject({
      browserJavascriptEnabled: undefined,
      browserScreenHeight: '100',
    });
  });
});

describe('an address', () => {
  it('is cut to the lengths of a message, and has a state with its country alone', () => {
    const street = 'ß'.repeat(60);
    expect(addressFields({ street, stateProvince: 'CA', country: 'USA' })).toMatchObject({
      line1: 'ß'.repeat(50),
      state: 'CA',
      country: '840',
    });
    expect(addressFields({ stateProvince: 'CA', country: 'US' })).toMatchObject({
      state: undefined,
      country: undefined,
    });
    expect(addressFields({ stateProvince: 'California', country: 'USA' })).toMatchObject({
      state: undefined,
      country: '840',
    });
    expect(addressFields({ street: '  ', city: '' })).toMatchObject({ line1: undefined, city: undefined });
  });
});

describe('an AReq', () => {
  const anything = fc.option(
    fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.constantFrom('512', 'json', '+200', 'true', '<b>'),
    ),
    { nil: undefined },
  );
  const record = (...names: string[]) => fc.record(Object.fromEntries(names.map((name) => [name, anything])));
  const phone = fc.record({ countryCode: fc.string({ maxLength: 5 }), subscriber: fc.string({ maxLength: 20 }) });

  it('is valid for any texts of a payer or a shop', () => {
    const browsers = record(
      'ipAddress',
      'userAgent',
      'acceptHeaders',
      'language',
      'javaEnabled',
      'javaScriptEnabled',
      'colorDepth',
      'screenHeight',
      'screenWidth',
      'timeZone',
    );
    const addresses = record('street', 'street2', 'city', 'stateProvince', 'postcodeZip', 'country');
    const cardholders = fc.tuple(record('name', 'email'), fc.option(phone, { nil: undefined }));
    fc.assert(
      fc.property(
        browsers,
        addresses,
        addresses,
        cardholders,
        fc.constantFrom('2.1.0', '2.2.0'),
        (browser, billing, shipping, [cardholder, mobilePhone], version) => {
          const request: AuthenticationRequest = {
            ...REQUEST,
            billing,
            shipping,
            browser: { ...browser, notificationUrl: 'https://pay.example/back' },
            cardholder: { ...cardholder, ...(mobilePhone && { mobilePhone }) },
          };
          const subject = {
            threeDSServerTransID: '6c57c18f-e55b-4333-a991-460b04ee0730',
            scheme: 'VISA',
            version,
            deviceChannel: '02',
            messageCategory: '01',
          } as const;
          const settings = settingsOf('https://ds.example');
          const areq = newAreq({ subject, threeDSCompInd: 'U', request, settings, now: 0 });
          expect(() => writeMessage<'AReq'>(areq)).not.toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('keeps the card secret until it is written', () => {
    const subject = {
      threeDSServerTransID: '6c57c18f-e55b-4333-a991-460b04ee0730',
      scheme: 'VISA',
      version: '2.2.0',
      deviceChannel: '02',
      messageCategory: '01',
    } as const;
    const jpy = currencyOf('JPY');
    const request = {
      ...REQUEST,
      number: new Secret('4012000000001006'),
      purchase: jpy && { amount: 5n, currency: jpy },
    };
    const areq = newAreq({
      subject,
      threeDSCompInd: 'U',
      request: request as AuthenticationRequest,
      settings: settingsOf('https://ds.example'),
      now: 0,
    });
    expect(JSON.stringify(areq)).not.toMatch(/4012000000001006|"3105"/);
    expect(JSON.parse(writeMessage<'AReq'>(areq))).toMatchObject({
      acctNumber: '4012000000001006',
      cardExpiryDate: '3105',
      purchaseAmount: '5',
      purchaseCurrency: '392',
      purchaseExponent: '0',
    });
  });
});
