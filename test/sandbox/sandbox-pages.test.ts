/** The accessibility of the sandbox's pages, one of each site and layout. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keptBrowser } from '../browser.ts';
import { findings, findingsInTheDark } from '../web/pages/axe.ts';
import { misread } from '../web/pages/screen-reader.ts';
import { type Visitor, visit } from '../web/pages/visitor.ts';
import { type StartedHttp, startHttp } from './start-http.ts';

let sandbox: StartedHttp;
let visitor: Visitor;
beforeAll(async () => {
  [sandbox, visitor] = await Promise.all([
    startHttp('http://127.0.0.1:9'),
    keptBrowser().then((browser) => visit(browser)),
  ]);
});
afterAll(async () => {
  await visitor.close();
  await sandbox.close();
});

it.each([
  ['the demo shop', '/'],
  ['the mails', '/mails'],
  ['the shop’s notifications', '/notifications'],
  ['a provider without the payment', '/providers/demoBank/pay/nothing'],
  ['PayPal’s overview', '/providers/paypal'],
  ['PayPal without the order', '/providers/paypal/checkoutnow?token=NONE'],
  ['the banks’ overview', '/providers/open-banking'],
  ['a bank’s app', '/providers/open-banking/appbank/app'],
  ['a bank without the payment', '/providers/open-banking/nordbank/sca/none'],
  ['the PSP’s overview', '/providers/pix'],
  ['the PSP’s app', '/providers/pix/app'],
  ['the ACS’s overview', '/three-ds'],
  ['the ACS’s app', '/three-ds/acs/app'],
])('%s breaks no rule of axe, light or dark, and is read in the order in which it is seen', async (_page, address) => {
  await visitor.renew();
  const { page } = visitor;
  await page.goto(sandbox.origin + address);
  expect(await findings(page)).toEqual([]);
  expect(await misread(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await misread(page)).toEqual([]);
  expect(await findingsInTheDark(page)).toEqual([]);
});
