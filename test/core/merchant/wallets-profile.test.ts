import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { givenProfile, merchantProfile } from '../../../src/core/merchant/merchant.ts';
import { sealedKeyText } from '../../../src/core/merchant/profile-key.ts';
import { sealedSecrets } from '../../../src/core/merchant/profile-secrets.ts';
import { walletKeys, withWalletSecrets } from '../../../src/core/merchant/wallets-profile.ts';

const pair = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve }).privateKey;
const pem = pair().export({ type: 'pkcs8', format: 'pem' });
const der = pair().export({ type: 'pkcs8', format: 'der' }).toString('base64');
const profile = (wallets: object) => ({ id: 'SHOP', name: 'Shop', wallets });
const MERCHANT_ID = 'merchant.example.shop';

describe('wallets in a profile', () => {
  it.each([
    ['nothing', {}],
    ['Apple Pay with a key in PEM', { applePay: { merchantId: MERCHANT_ID, privateKey: pem } }],
    [
      'Apple Pay with a key in Base64, and a next one',
      { applePay: { merchantId: MERCHANT_ID, privateKey: der, nextPrivateKey: pem } },
    ],
    ['Google Pay for the gateway', { googlePay: {} }],
    ['Google Pay for the merchant itself', { googlePay: { merchantId: '123', privateKey: der } }],
  ])('may be %s', (_what, wallets) => {
    expect(givenProfile.parse(profile(wallets)).wallets).toEqual({ applePay: null, googlePay: null, ...wallets });
  });

  it.each([
    ['Apple Pay without a key', { applePay: { merchantId: MERCHANT_ID } }],
    ['Apple Pay without a merchant identifier', { applePay: { privateKey: pem } }],
    [
      'a key on another curve',
      { applePay: { merchantId: MERCHANT_ID, privateKey: pair('P-384').export({ type: 'pkcs8', format: 'pem' }) } },
    ],
    ['a public key', { applePay: { merchantId: MERCHANT_ID, privateKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE' } }],
    ['a text', { googlePay: { privateKey: 'secret' } }],
    ['Google Pay with a next key alone', { googlePay: { nextPrivateKey: der } }],
    ['an unknown member', { googlePay: { privateKeys: [] } }],
    ['an unknown wallet', { acmePay: {} }],
  ])('cannot be %s', (_what, wallets) => {
    expect(givenProfile.safeParse(profile(wallets)).success).toBe(false);
  });

  it('have their keys sealed, each for its own place, found for rotation and opened for use', () => {
    const parsed = givenProfile.parse(
      profile({
        applePay: { merchantId: MERCHANT_ID, privateKey: pem, nextPrivateKey: der },
        googlePay: { privateKey: der },
      }),
    );
    const seal = (secret: string, place: string) => sealedKeyText(Buffer.from(JSON.stringify([place, secret])));
    const sealed = withWalletSecrets(parsed, seal);
    expect(JSON.stringify(sealed)).not.toContain(der);
    expect(JSON.stringify(parsed)).toContain(der);
    const found = sealedSecrets('SHOP', sealed).map(({ member, place }) => [member, place]);
    expect(found).toEqual([
      ['wallets.applePay.privateKey', 'merchant SHOP wallets applePay privateKey'],
      ['wallets.applePay.nextPrivateKey', 'merchant SHOP wallets applePay nextPrivateKey'],
      ['wallets.googlePay.privateKey', 'merchant SHOP wallets googlePay privateKey'],
    ]);
    const open = (bytes: Uint8Array, place: string) => {
      const [bound, secret] = JSON.parse(Buffer.from(bytes).toString());
      expect(bound).toBe(place);
      return secret;
    };
    const stored = merchantProfile.parse(JSON.parse(JSON.stringify(sealed)));
    const opened = walletKeys(stored, 'applePay', { open });
    expect(opened.map((key) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64'))[1]).toBe(der);
    expect(opened).toHaveLength(2);
    expect(walletKeys(stored, 'googlePay', { open })).toHaveLength(1);
  });
});
