/** The payer's final redirect is validated once and strictly, so that a harmful URL is never stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, type Reply } from '../api/rest/rig.ts';
import { rowsOf } from '../support/database.ts';
import { type BrowserRig, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig();
  await rig.merchant({ id: 'HOSTS', name: 'Only these hosts', returnHosts: ['shop.example', 'xn--80aairv.example'] });
  await rig.merchant({ id: 'APP', name: 'An app', returnHosts: ['Shop.Example://'] });
});
afterAll(() => rig.close());

const put = (returnUrl: unknown, merchant = 'TESTSHOP') =>
  rig.api(
    'PUT',
    `/order/${newOrderId()}/transaction/1`,
    {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation: 'PAY', returnUrl, demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' } },
      order: { amount: '12.00', currency: 'EUR', reference: 'TEST-PENDING' },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    },
    { merchant },
  );

const orders = () => Number(rowsOf(rig.folder, 'select count(*) as n from payment_order')[0]?.n);

const fields = ({ json }: Reply): string[] =>
  (json.error?.details ?? [json.error]).map(({ field }: { field: string }) => field);

describe('a returnUrl', () => {
  const REFUSED = [
    'http://shop.example/return',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://@shop.example/return',
    'https://shop.example\\@evil.example/',
    'https:\\\\shop.example\\return',
    'https://shop.example\t.evil.example/',
    'https://shop.example/\treturn',
    '\thttps://shop.example/return',
    'https://shop.example/\r\nLocation: https://evil.example',
    'https://shop.example/a b',
    '//shop.example/return',
    '///shop.example/return',
    '/return/elsewhere',
    'https:///shop.example/',
    'https:shop.example/return',
    'javascript:alert(document.domain)//https://shop.example',
    'JaVaScRiPt:alert(1)//',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://shop.example/return',
    'blob:https://shop.example/1234',
    'https://',
    'https://shop.example:99999/',
    'https://[::1/return',
    'https://%00.example/',
    'https://shop.example/\u0000',
    `https://shop.example/${'x'.repeat(2_048)}`,
    ['https://shop.example/'],
    { href: 'https://shop.example/' },
    12,
    '',
  ];

  it.each(REFUSED)('%j is refused, by name, and is not stored', async (returnUrl) => {
    const before = orders();
    const reply = await put(returnUrl);
    expect([reply.status, fields(reply)]).toEqual([400, ['browserPayment.returnUrl']]);
    expect(orders()).toBe(before);
  });

  it.each([
    ['https://evil.example/shop.example', false],
    ['https://shop.example.evil.example/', false],
    ['https://evil.example?shop.example', false],
    ['https://evil.example#shop.example', false],
    ['https://sub.shop.example/', false],
    ['https://shop.example./', false],
    // A Cyrillic о: another host altogether, which is known by its own name.
    ['https://sh\u043ep.example/', false],
    ['https://xn--shp-ted.example/', false],
    ['https://shop.example/return', true],
    ['https://SHOP.example/return', true],
    ['https://shop.example:8443/return', true],
    ['https://магаз.example/', true],
  ] as const)('%s of a profile with hosts of its own: %s', async (returnUrl, isTaken) => {
    const reply = await put(returnUrl, 'HOSTS');
    if (isTaken) {
      expect([reply.status, reply.json.browserPayment?.returnUrl]).toEqual([201, returnUrl]);
    } else {
      expect([reply.status, fields(reply)]).toEqual([400, ['browserPayment.returnUrl']]);
    }
  });

  it.each([
    ['shop.example://thanks?order=7', 'APP', true],
    ['SHOP.example://thanks', 'APP', true],
    ['https://any.example/return', 'APP', true],
    ['shop.example.evil://thanks', 'APP', false],
    ['evil://shop.example://', 'APP', false],
    ['javascript://shop.example/%0aalert(1)', 'APP', false],
    ['shop.example://thanks', 'HOSTS', false],
    ['shop.example://thanks', 'TESTSHOP', false],
  ] as const)('%s, which opens an app, of %s: %s', async (returnUrl, merchant, isTaken) => {
    const reply = await put(returnUrl, merchant);
    if (isTaken) {
      expect([reply.status, reply.json.browserPayment?.returnUrl]).toEqual([201, returnUrl]);
    } else {
      expect([reply.status, fields(reply)]).toEqual([400, ['browserPayment.returnUrl']]);
    }
  });
});
