/** The URL members of a profile follow the same rule as a request's URLs. */
import { describe, expect, it } from 'vitest';
import { url } from '../../../src/contract/web-types.ts';
import { givenProfile, merchantProfile } from '../../../src/core/merchant/merchant.ts';
import { sandboxUrls } from '../../../src/core/merchant/profile-urls.ts';

const AUTHENTICATION = {
  requestorId: 'R1',
  requestorName: 'Shop',
  acquirerBin: '123456',
  acquirerMerchantId: 'M1',
  categoryCode: '5999',
  country: 'DEU',
};

const MEMBERS = {
  'notification.url': (value: string) => ({ notification: { url: value } }),
  'branding.supportUrl': (value: string) => ({ branding: { supportUrl: value } }),
  'policies.terms': (value: string) => ({ policies: { terms: value } }),
  'policies.privacy': (value: string) => ({ policies: { privacy: value } }),
  'policies.refunds': (value: string) => ({ policies: { refunds: value } }),
  'payerAuthentication.requestorUrl': (value: string) => ({
    payerAuthentication: { ...AUTHENTICATION, requestorUrl: value },
  }),
} as const;

const profileWith = (member: keyof typeof MEMBERS, value: string) => ({
  id: 'SHOP',
  name: 'Shop',
  ...MEMBERS[member](value),
});

const ADDRESSES = [
  'https://shop.example/hook?a=1',
  'http://localhost:3000/hook',
  'http://localhost/hook',
  'http://127.0.0.1:3000',
  'http://shop.example/hook',
  'http://localhost.shop.example/',
  'http://localhost@shop.example/',
  'http://127.0.0.1.shop.example/',
  'http://[::1]:3000/hook',
  'ftp://shop.example/hook',
  'https://user@shop.example/',
  'https://sh\u043ep.example/hook',
  'https://shop.example/{x}',
];

describe.each(Object.keys(MEMBERS) as (keyof typeof MEMBERS)[])('%s', (member) => {
  it.each(ADDRESSES)('takes %s exactly if a request does', (address) => {
    const { success, error } = givenProfile.safeParse(profileWith(member, address));
    expect(success).toBe(url().accepts(address));
    expect(success || error?.issues.map(({ path }) => path.join('.'))).toEqual(success || [member]);
  });

  it.each(ADDRESSES.filter((address) => url().accepts(address)))(
    'in live mode takes %s exactly if it is https',
    (address) => {
      const profile = merchantProfile.parse(profileWith(member, address));
      expect(sandboxUrls(profile)).toEqual(address.startsWith('https:') ? [] : [member]);
    },
  );
});

it('a profile that an earlier release stored stays readable', () => {
  const profile = profileWith('notification.url', 'https://user@shop.example/{x}');
  expect(merchantProfile.safeParse(profile).success).toBe(true);
});

it.each([
  'https://shop.example',
  'shop.example/path',
  'shop.example:8443',
  'user@shop.example',
  '*.shop.example',
  'Shop.Example',
  'shop example',
  'bücher.example',
])('returnHosts does not list %s, which is no host of a URL', (entry) => {
  const read = givenProfile.safeParse({
    id: 'SHOP',
    name: 'Shop',
    returnHosts: ['shop.example', 'app.shop://', entry],
  });
  expect(read.error?.issues.map(({ path }) => path)).toEqual([['returnHosts', 2]]);
  const stored = { id: 'SHOP', name: 'Shop', returnHosts: [entry] };
  expect(merchantProfile.safeParse(stored).success).toBe(true);
});

it.each(['embedHosts', 'returnHosts'])('%s lists no host that could pass for another', (member) => {
  const read = givenProfile.safeParse({ id: 'SHOP', name: 'Shop', [member]: ['shop.example', 'xn--pple-43d.com'] });
  expect(read.error?.issues.map(({ path }) => path)).toEqual([[member, 1]]);
});
