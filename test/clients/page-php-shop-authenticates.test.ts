/** A shop in PHP authenticates its payers and charges them, with each way of parsing the answers. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useRig } from '../journeys/rig.ts';
import { AT_LENGTH, describeAtLength } from '../support/at-length.ts';
import { type Habits, openPhpShop, type PhpShop } from './php-shop.ts';

const rig = useRig({ asksBanks: true });
let shop: PhpShop;
beforeAll(async () => {
  shop = await openPhpShop(rig.stack.origin);
});
afterAll(() => shop.close());

const HABITS: readonly Habits[] = [
  { mode: 'innerHTML', belief: 'decrypted', version: 100 },
  { mode: 'innerHTML', belief: 'polled', version: 72 },
  { mode: 'submit', belief: 'retrieved', version: 60 },
  { mode: 'creq', belief: 'plain', version: 54 },
];

/** The bank's page, in its frame or in the whole window. */
const bank = (page: Page, { mode }: Habits) => (mode === 'creq' ? page : page.frameLocator('#challengeFrame'));

async function answerBank(page: Page, habits: Habits, choose: (code: string) => string): Promise<void> {
  const at = bank(page, habits);
  const code = (await at.locator('.note strong').textContent()) ?? '';
  await at.locator('input[name=code]').fill(choose(code));
  await at.locator('button[value=SUBMIT]').click();
}

/** In a frame, and by the encrypted data. */
const isQuick = ({ belief }: Habits) => belief === 'decrypted';

describeAtLength(HABITS, isQuick)('by $mode, trusting what is $belief, at version $version', (habits) => {
  it('a PHP shop is paid without a challenge', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    await page.goto(shop.payPage('1/40', habits));
    await page.getByRole('heading', { name: /^paid / }).waitFor();
    const order = ((await page.getByRole('heading').textContent()) ?? '').replace('paid ', '');
    const { body } = await rig.stack.merchant.order(order);
    expect([body.status, body.transaction?.map(({ transaction }) => transaction.type)]).toEqual([
      'CAPTURED',
      ['AUTHENTICATION', 'PAYMENT'],
    ]);
  });

  it('a PHP shop is paid after the right code', async () => {
    const { page } = await rig.payer();
    await page.goto(shop.payPage('7/40', habits));
    await answerBank(page, habits, (code) => code);
    await page.getByRole('heading', { name: /^paid / }).waitFor();
  });

  it('a PHP shop makes no charge where the bank denies the authentication', async () => {
    const { page } = await rig.payer();
    await page.goto(shop.payPage('3/40', habits));
    await page.getByRole('heading', { name: 'not authenticated' }).waitFor();
  });

  it('a PHP shop makes no charge after three wrong codes', AT_LENGTH, async () => {
    const { page } = await rig.payer();
    await page.goto(shop.payPage('7/40', habits));
    const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
    for (const left of ['twice', 'once']) {
      await answerBank(page, habits, wrong);
      await bank(page, habits).getByText(`You may try ${left} more`).waitFor();
    }
    await answerBank(page, habits, wrong);
    await page.getByRole('heading', { name: 'not authenticated' }).waitFor();
  });
});

it('a PHP shop gets the returned names with underscores', () => {
  const names = new Set(shop.posted.flatMap((post) => Object.keys(post)));
  expect([...names].sort()).toEqual([
    'encryptedData_ciphertext',
    'encryptedData_nonce',
    'encryptedData_tag',
    'order_id',
    'response_gatewayRecommendation',
    'result',
    'transaction_id',
  ]);
});
