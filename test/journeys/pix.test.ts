/**
 * From the hosted page to the code, to the app of the payer's bank and back, by Pix: with script and without. At the
 * end the gateway's order is compared with the PSP's ledger, and every message of both sides is validated against the
 * Pix API's description.
 */
import type { Page } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import type { PspLedgerEntry } from '../../src/sandbox/pix/ledger/entries.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { keptStackWithBanks } from '../support/stack.ts';
import { decided, orderOnce } from './browser-payments/merchant-server.ts';
import { walkAtLength, walkBothWaysAtOnce } from './browser-payments/rig.ts';
import { comeHome, heading, notice, press } from './form.ts';
import { useRig } from './rig.ts';

const rig = useRig({ kept: keptStackWithBanks });

const pspOf = (path: string) => `${rig.stack.shopOrigin}/providers/pix${path}`;

const checkout = () =>
  rig.stack.merchant.checkout(
    { returnUrl: `${rig.shop.origin}/back` },
    { currency: 'BRL', notificationUrl: `${rig.shop.origin}/told?by=turnpike` },
  );

const ledgerOf = async (orderId: string): Promise<PspLedgerEntry[]> => {
  const answer = await fetch(pspOf(`/ledger?order=${orderId}`));
  return (await answer.json()) as PspLedgerEntry[];
};

async function goToCode(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await press(page, 'with Pix');
  await heading(page, 'Pay with Pix');
}

/** The actions of the payer's phone at the PSP. */
async function act(orderId: string, given: object): Promise<void> {
  const [charge] = await ledgerOf(orderId);
  const answer = await fetch(pspOf(`/charges/${charge?.id}`), { method: 'PUT', body: JSON.stringify(given) });
  expect(answer.status).toBe(200);
}

/** Takes the code to the app of the payer's bank, here another tab, and pays there. */
async function payInApp(page: Page, code: string): Promise<void> {
  const app = await page.context().newPage();
  await app.goto(pspOf('/app'));
  await app.getByLabel('Pix code').fill(code);
  await app.getByRole('button', { name: 'Continue' }).click();
  await app.getByText('57.20 BRL').waitFor();
  await app.getByRole('button', { name: 'Pay', exact: true }).click();
  await app.getByText('Paid.').waitFor();
  await app.close();
}

async function expectLedgers(orderId: string, gateway: readonly string[], psp: readonly string[]): Promise<void> {
  const order = await decided(rig.stack.merchant, orderId);
  const lines = order.transaction.map(({ transaction, result }) => `${transaction.id} ${result} ${transaction.amount}`);
  expect(lines).toEqual(gateway);
  const rows = await ledgerOf(orderId);
  expect(rows.map(({ kind, amount, state }) => `${kind} ${amount} ${state}`)).toEqual(psp);
}

interface Rows {
  readonly deliveries: readonly { readonly is_acknowledged: number }[];
}

afterAll(async () => {
  // The gateway accepted each at the address that it had registered at the PSP.
  const { deliveries } = (await (await fetch(pspOf('/ledger/rows'))).json()) as Rows;
  expect(deliveries.length).toBeGreaterThan(0);
  expect(deliveries.map((one) => one.is_acknowledged)).not.toContain(0);
  const answer = (await (await fetch(pspOf('/violations'))).json()) as Record<string, unknown>;
  expect(answer).toMatchObject({ violations: [], unknownFields: [] });
  expect(answer.judged).toBeGreaterThan(5);
});

walkBothWaysAtOnce(
  'shown the code, the payer copies it into the app of the bank, pays, and returns paid',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await checkout();
    await goToCode(page, url);
    await page.getByRole('img', { name: 'QR code to pay with Pix' }).waitFor();
    expect(await page.getByText('Time left to pay').textContent()).toBe('Time left to pay: 30 minutes');
    // Shown by the script, if there is one.
    await page
      .getByRole('button', { name: 'Copy code', exact: true })
      .waitFor({ state: javaScriptEnabled ? 'visible' : 'hidden' });
    await payInApp(page, await page.getByLabel('Code to copy').inputValue());
    if (!javaScriptEnabled) {
      await page.getByRole('link', { name: 'Check whether it is paid' }).click();
    }
    await comeHome(page);
    await expectLedgers(orderId, ['1 SUCCESS 57.2'], ['PAYMENT 57.20 CONCLUIDA']);
    expect(complaints).toEqual([]);
  },
);

it.concurrent('the code is copied by its button, and the page confirms it', AT_LENGTH, async () => {
  const { page, complaints } = await rig.payer();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { url } = await checkout();
  await goToCode(page, url);
  await page.getByRole('button', { name: 'Copy code', exact: true }).click();
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.getByLabel('Code to copy').inputValue());
  expect(complaints).toEqual([]);
});

walkAtLength(
  'a payer who chooses another way cancels the charge, and money that comes all the same is returned',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await checkout();
    await goToCode(page, url);
    await page.getByRole('button', { name: 'Pay another way' }).click();
    await notice(page, 'Your payment with Pix was cancelled');
    await expectLedgers(orderId, ['1 FAILURE 57.2'], ['PAYMENT 57.20 REMOVIDA_PELO_USUARIO_RECEBEDOR']);
    await act(orderId, { act: 'PAY_LATE' });
    await expect
      .poll(() => ledgerOf(orderId), { timeout: 30_000 })
      .toMatchObject([
        { kind: 'PAYMENT', state: 'CONCLUIDA' },
        { kind: 'REFUND', amount: '57.20', state: 'DEVOLVIDO' },
      ]);
    await expectLedgers(orderId, ['1 FAILURE 57.2'], ['PAYMENT 57.20 CONCLUIDA', 'REFUND 57.20 DEVOLVIDO']);
    expect(complaints).toEqual([]);
  },
);

walkAtLength(
  'a payer past the time limit sees that nothing was paid, and pays another way',
  async ({ javaScriptEnabled }) => {
    const { page, complaints } = await rig.payer({ javaScriptEnabled });
    const { orderId, url } = await checkout();
    await goToCode(page, url);
    await act(orderId, { act: 'EXPIRE', agoMs: 120_000 });
    if (!javaScriptEnabled) {
      await expect
        .poll(
          async () => {
            await page.reload();
            return page.getByRole('heading', { level: 1, name: 'Pay with Pix' }).count();
          },
          { timeout: 30_000 },
        )
        .toBe(0);
    }
    await notice(page, 'Your payment with Pix timed out');
    await goToCode(page, page.url());
    await payInApp(page, await page.getByLabel('Code to copy').inputValue());
    if (!javaScriptEnabled) {
      await page.getByRole('link', { name: 'Check whether it is paid' }).click();
    }
    await comeHome(page);
    await expectLedgers(
      orderId,
      ['1 FAILURE 57.2', '2 SUCCESS 57.2'],
      ['PAYMENT 57.20 ATIVA', 'PAYMENT 57.20 CONCLUIDA'],
    );
    expect(complaints).toEqual([]);
  },
);

it.concurrent('Pix is not offered for a currency other than the real', AT_LENGTH, async () => {
  const { page } = await rig.payer();
  const { url } = await rig.stack.merchant.checkout({ returnUrl: `${rig.shop.origin}/back` });
  await page.goto(url);
  await page.getByRole('button', { name: 'with PayPal' }).waitFor();
  expect(await page.getByRole('button', { name: 'with Pix', includeHidden: true }).count()).toBe(0);
});

it.concurrent('a payment is refunded in two parts, each settled by the PSP', AT_LENGTH, async ({ expect }) => {
  const { page } = await rig.payer();
  const { orderId, url } = await checkout();
  await goToCode(page, url);
  await act(orderId, { act: 'PAY' });
  await comeHome(page);
  await decided(rig.stack.merchant, orderId);
  for (const [id, amount] of [
    ['first', '7.20'],
    ['second', '50.00'],
  ] as const) {
    const { body } = await rig.stack.merchant.call('PUT', `/order/${orderId}/transaction/${id}`, {
      apiOperation: 'REFUND',
      transaction: { amount, currency: 'BRL' },
    });
    expect(['PENDING', 'SUCCESS']).toContain(body.result);
    await expect
      .poll(async () => (await ledgerOf(orderId)).filter(({ state }) => state === 'DEVOLVIDO').length, {
        timeout: 30_000,
      })
      .toBe(id === 'first' ? 1 : 2);
  }
  const order = await orderOnce(rig.stack.merchant, orderId, ({ status }) => status === 'REFUNDED');
  expect(order.totalRefundedAmount).toBe(57.2);
});
