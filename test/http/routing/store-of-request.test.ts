/** The store of a request, by its path alone. */
import { expect, it } from 'vitest';
import { destinationOf } from '../../../src/http/routing/store-of-request.ts';
import { firstKeyOf, storeCode } from '../../../src/platform/store-ids.ts';

const RANDOM = 'A'.repeat(24);
const session = (number: number) => `SESSION${storeCode(number)}${RANDOM}`;
const state = (number: number) => `${firstKeyOf(number).toString(36)}-${'A'.repeat(22)}`;
const merchant = (id: string) => ({ merchant: id });
const store = (number: number) => ({ store: number });

it.each([
  ['/api/rest/version/100/merchant/SHOP/order/1?a=/merchant/OTHER', merchant('SHOP')],
  ['/api/rest/version/100/merchant/SHOP', merchant('SHOP')],
  ['/%61pi/rest/version/100/merchant/SH%4FP/order/a%2Fb', merchant('SHOP')],
  ['/api/rest/version/100/merchant/SHOP?a=%', merchant('SHOP')],
  ['/api/rest/version/100/merchant/SHOP/order/a%2Fb', merchant('SHOP')],
  ['/api/rest/version/%31/merchant/SHOP', merchant('SHOP')],
  ['/form/version/100/merchant/SHOP/session', merchant('SHOP')],
  ['/callback/paypal/SHOP/secret', merchant('SHOP')],
  [`/checkout/pay/${session(0)}`, store(0)],
  [`/checkout/pay/${session(62)}`, store(62)],
  [`/checkout/embedded/done/${session(3_843)}#x`, store(3_843)],
  [`/checkout/authentication/${state(7)}/challenge`, store(7)],
  [`/redirect/${storeCode(2)}${RANDOM}`, store(2)],
  [`/checkout/logo/${storeCode(5)}${'0'.repeat(32)}.png`, store(5)],
])('%s', (url, destination) => {
  expect(destinationOf(url)).toEqual(destination);
});

it.each([
  '/',
  '*',
  '',
  'http://localhost/api/rest/version/100/merchant/SHOP/order/1',
  '/api/rest/version/100/information',
  '/api/rest/version/100/merchant/',
  '/api/rest/version/100/merchant/SHOP%',
  '/api/rest/version/100?/merchant/SHOP',
  '/api/rest/version/100/200/merchant/SHOP',
  '//api/rest/version/100/merchant/SHOP',
  '/constructor/rest/version/100/merchant/SHOP',
  '/form/version/100/merchant/SHOP/session.js',
  '/callback/demoWallet',
  '/checkout/pay/',
  '/checkout/pay/none',
  '/checkout/logo/none.png',
  '/console/orders',
  '/healthz',
])('the first store answers %s', (url) => {
  expect(destinationOf(url)).toBeUndefined();
});
