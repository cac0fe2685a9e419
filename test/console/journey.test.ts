/** A person at the console in a browser: from the invitation to the sign-out, without script and with it. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../src/console/totp.ts';
import { paying, type Rig, startRig } from '../api/rest/rig.ts';
import { keptBrowser } from '../browser.ts';
import { freePorts } from '../support/ports.ts';
import { findings, findingsInTheDark } from '../web/pages/axe.ts';
import { enrolled, invitationPath, PASSWORD_OF_PERSON, secretFrom, stepNow } from './person.ts';

const TOKEN = 'j'.repeat(43);

let rig: Rig;
let origin: string;
beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  rig = await startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin, SANDBOX_CONSOLE_TOKEN: TOKEN });
});
afterAll(() => rig.close());

interface Visit {
  readonly page: Page;
  /** Called on each page of the journey. */
  readonly look: (name: string) => Promise<void>;
  readonly press: (button: string) => Promise<void>;
}

async function walk({ page, look, press }: Visit, email: string): Promise<void> {
  await page.goto(origin + (await invitationPath(rig, 'invite', email, '--merchant', 'TESTSHOP', '--role', 'viewer')));
  await page.getByLabel('Choose a password').fill('turnpike1234');
  await page.getByLabel('Type the six digits').fill('000000');
  await press('Create the account');
  await look('invitation with errors');
  const secret = secretFrom((await page.locator('.secret').textContent()) ?? '');
  await page.getByLabel('Choose a password').fill(PASSWORD_OF_PERSON);
  await page.getByLabel('Type the six digits').fill(codeAt(secret, stepNow(rig) - 1));
  await press('Create the account');
  expect(await page.locator('.codes li').count()).toBe(10);
  await look('recovery codes');
  await press('I have kept them: open the console');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Orders');
  await look('no orders yet');
  await press('Sign out');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await press('Continue');
  await look('sign-in with an error');
  await page.getByLabel('Password').fill(PASSWORD_OF_PERSON);
  await press('Continue');
  await look('code');
  await page.getByLabel('Six digits').fill(codeAt(secret, stepNow(rig)));
  await press('Sign in');
  await page.goto(`${origin}/console/account`);
  await look('account');
  await page.getByRole('link', { name: 'Change your password' }).click();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('another three words');
  await page.getByLabel('Six digits').fill('000000');
  await press('Change the password');
  await look('password with an error');
  await page.goto(`${origin}/console/merchants/NO_SUCH`);
  await look('nothing here');
}

async function visit(javaScriptEnabled: boolean, look: (page: Page, name: string) => Promise<void>): Promise<Visit> {
  const context = await (await keptBrowser()).newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  return { page, look: (name) => look(page, name), press };
}

/** Notes what is not accessible, in either scheme, or wider than 320 pixels. */
function lookInto(problems: string[]) {
  return async (page: Page, name: string): Promise<void> => {
    await page.setViewportSize({ width: 320, height: 700 });
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    const found = [...(await findings(page)), ...(await findingsInTheDark(page))];
    await page.emulateMedia({ colorScheme: 'light' });
    problems.push(...found.map((one) => `${name}: ${one}`), ...(isWide ? [`${name} is too wide`] : []));
  };
}

/** Axe reads each page in both schemes, which takes a busy machine more than a minute. */
const PATIENCE = { timeout: 240_000 };

describe('a person', () => {
  it('gets in and out without script', async () => {
    const at = await visit(false, async () => undefined);
    await walk(at, 'without-script@shop.example');
    await at.page.context().close();
  });

  it('finds every page accessible in both schemes, and narrow enough for 320 pixels', PATIENCE, async () => {
    const problems: string[] = [];
    const at = await visit(true, lookInto(problems));
    await walk(at, 'accessible@shop.example');
    await at.page.goto(`${origin}/console/link/${TOKEN}`);
    await at.look('link of the sandbox');
    await at.press('Open the console');
    await at.page.goto(`${origin}/console/merchants/TESTSHOP/people`);
    await at.look('people');
    await rig.api('PUT', '/order/ORDER-1/transaction/1', paying('PAY'));
    await at.page.goto(`${origin}/console/merchants/TESTSHOP`);
    await at.page.getByLabel('Search').fill('ORDER-2');
    await at.press('Search');
    await at.look('no such order');
    await at.page.getByText('Filter and sort').click();
    await at.page.getByLabel('Made from').fill('2026-11-30');
    await at.page.getByLabel('Made until').fill('2026-11-01');
    await at.press('Search');
    await at.look('dates upside down');
    const list = async () => {
      await at.page.goto(`${origin}/console/merchants/TESTSHOP/orders`);
      return at.page.getByRole('link', { name: 'ORDER-1' }).count();
    };
    await expect.poll(list, { timeout: 30_000 }).toBe(1);
    await at.look('orders');
    await at.page.getByRole('link', { name: 'At a glance' }).click();
    await at.page.getByText('as a table').first().click();
    await at.look('at a glance');
    await at.page.getByRole('link', { name: 'Orders', exact: true }).click();
    await at.page.getByLabel('Search').focus();
    for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await at.page.keyboard.press(key);
    }
    expect(await at.page.getByLabel('Status').isVisible()).toBe(true);
    await at.page.keyboard.type('ORDER-1');
    await at.page.keyboard.press('Enter');
    await at.page.locator('summary', { hasText: 'Request and answer' }).first().click();
    await at.look('order with request and answer');
    await at.page.locator('summary', { hasText: 'Refund' }).click();
    await at.page.getByLabel('Amount in EUR').fill('50.00');
    await at.press('Refund');
    await at.look('order with a refused refund');
    await at.page.getByLabel('Amount in EUR').fill('5.00');
    await at.press('Refund');
    await at.look('order with a refund');
    expect(await at.page.getByRole('status').textContent()).toContain('Refund of €5.00: done.');
    expect(problems).toEqual([]);
    await at.page.context().close();
  });

  it('finds links, notifications and decisions as accessible, and as narrow', async () => {
    const problems: string[] = [];
    const at = await visit(true, lookInto(problems));
    const { client } = await enrolled(rig, ['--role', 'operator'], { origin });
    const [name = '', value = ''] = client.cookie.split('=', 2);
    await at.page.context().addCookies([{ name, value, url: origin }]);
    await at.page.goto(`${origin}/console/merchants/TESTSHOP/links`);
    await at.page.getByRole('link', { name: 'Make a link' }).click();
    await at.page.getByLabel('Currency').selectOption('EUR');
    await at.press('Make the link');
    await at.look('link with an error');
    await at.page.getByLabel('Amount', { exact: true }).fill('24');
    await at.page.getByLabel('What is it for?').fill('Bread baking course');
    await at.press('Make the link');
    await at.look('link');
    await at.page.locator('summary', { hasText: 'End the link' }).click();
    await at.press('End it for good');
    expect(await at.page.getByRole('status').textContent()).toContain('The link has ended.');
    await at.page.getByRole('link', { name: 'Payment links' }).click();
    await at.look('links');
    const order = { amount: '12.00', currency: 'EUR', notificationUrl: 'http://localhost:1024/' };
    await rig.api('PUT', '/order/ORDER-3/transaction/1', paying('PAY', { order }));
    const [{ id }] = (await rig.api('GET', '/order/ORDER-3/notification')).json.notification;
    await at.page.goto(`${origin}/console/merchants/TESTSHOP/notifications/${id}`);
    await at.look('notification');
    await at.press('Send it again');
    expect(await at.page.getByRole('status').textContent()).toContain('It is sent again');
    await at.page.goto(`${origin}/console/merchants/TESTSHOP/notifications?show=failing`);
    await at.look('notifications');
    await rig.merchant({ id: 'APPROVES', name: 'Approves', permissions: { refundApproval: true } });
    const [merchant, transaction] = [{ merchant: 'APPROVES' }, { amount: '5.00', currency: 'EUR' }];
    await rig.api('PUT', '/order/ORDER-4/transaction/1', paying('PAY'), merchant);
    await rig.api('PUT', '/order/ORDER-4/transaction/2', { apiOperation: 'REFUND', transaction }, merchant);
    await at.page.goto(`${origin}/console/merchants/APPROVES/waiting`);
    await at.look('waiting');
    await at.page.getByRole('button', { name: 'Approve 2 of order ORDER-4' }).click();
    expect(await at.page.getByRole('status').textContent()).toContain('Approved.');
    expect(problems).toEqual([]);
    await at.page.context().close();
  });

  it('reaches every control by keyboard, in the order of the page', async () => {
    const { page } = await visit(true, async () => undefined);
    await page.goto(`${origin}/console/sign-in`);
    const focused: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press('Tab');
      focused.push(
        await page.evaluate(() => (document.activeElement?.id || document.activeElement?.textContent) ?? ''),
      );
    }
    expect(focused.map((one) => one.trim())).toEqual([
      'Skip to the content',
      'Turnpike',
      'email',
      'password',
      'Continue',
    ]);
    await page.context().close();
  });
});

it('texts of merchants stay texts', async () => {
  const { page, press } = await visit(true, async () => undefined);
  await rig.merchant({ id: 'HOSTILE', name: '<script>document.title="run"</script><img src=x onerror=alert(1)>"\'&' });
  await rig.restart();
  await page.goto(`${origin}/console/link/${TOKEN}`);
  await press('Open the console');
  expect(await page.locator('.entries').textContent()).toContain('<script>document.title="run"</script>');
  await page.goto(`${origin}/console/merchants/HOSTILE`);
  expect(await page.title()).toContain('<script>');
  expect(await page.locator('script, img').count()).toBe(0);
  await page.context().close();
});
