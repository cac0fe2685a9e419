/**
 * Payers who are at their bank, at a provider, or about to press Pay while their merchant is moved to another store of
 * the same gateway: each of them returns to the shop, paid once by the ledgers.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { loadedStores } from '../faults/stores.ts';
import { movedIn, startMove } from '../support/move-command.ts';
import { atBank, CODE, enterCode, FRICTIONLESS, leaveBank, violations } from './authentication/hands.ts';
import { answer, goTo } from './browser-payments/hands.ts';
import { useBrowserPaymentRig } from './browser-payments/rig.ts';
import { comeHome, fillCard, payByCard, press } from './form.ts';
import { SCRIPT_OR_NOT } from './rig.ts';

const SHOP = 'TESTSHOP';
const STORE = 'store-2';
const CLOSED = 'the merchant is closed';
const MOVE_MS_MAX = 180_000;

const rig = useBrowserPaymentRig({ stack: { hasDirectoryServers: true } });

beforeAll(async () => {
  await loadedStores(rig.stack, 2);
}, MOVE_MS_MAX);

/** A payer somewhere on the way, with the last steps. */
interface Underway {
  readonly orderId: string;
  readonly page: Page;
  readonly ledgers: 'acquirer' | 'provider';
  finish(): Promise<void>;
}

async function open(javaScriptEnabled: boolean) {
  const { page } = await rig.payer({ javaScriptEnabled });
  const { orderId, url } = await rig.checkout();
  await page.goto(url);
  return { page, orderId };
}

async function challenged(javaScriptEnabled: boolean): Promise<Underway> {
  const { page, orderId } = await open(javaScriptEnabled);
  await payByCard(page, CODE);
  const bank = await atBank(page, javaScriptEnabled);
  const finish = async () => {
    await enterCode(bank);
    await leaveBank(bank, javaScriptEnabled);
  };
  return { page, orderId, ledgers: 'acquirer', finish };
}

async function withWallet(javaScriptEnabled: boolean): Promise<Underway> {
  const { page, orderId } = await open(javaScriptEnabled);
  await goTo(page, 'Demo Wallet');
  return { page, orderId, ledgers: 'provider', finish: () => answer(page, 'Approve') };
}

async function withTypedCard(javaScriptEnabled: boolean): Promise<Underway> {
  const { page, orderId } = await open(javaScriptEnabled);
  await fillCard(page, FRICTIONLESS);
  return { page, orderId, ledgers: 'acquirer', finish: () => press(page) };
}

const KINDS = [challenged, withWallet, withTypedCard];

async function expectPaidOnce({ orderId, ledgers }: Underway): Promise<void> {
  const { body } = await rig.stack.merchant.order(orderId);
  expect([orderId, body.status, body.totalCapturedAmount]).toEqual([orderId, 'CAPTURED', 57.2]);
  expect(await rig.stack.acquirer.states(orderId)).toEqual(ledgers === 'acquirer' ? ['APPROVED'] : []);
  const atProvider = (await rig.wallet.ledger(orderId)).map(({ kind, state }) => `${kind} ${state}`);
  expect(atProvider).toEqual(ledgers === 'provider' ? ['PAYMENT APPROVED'] : []);
}

async function finishAll(payers: readonly Underway[]): Promise<void> {
  const ends = payers.map(async (payer) => {
    await payer.finish();
    await comeHome(payer.page);
    await expectPaidOnce(payer);
  });
  await Promise.all(ends);
}

it.each(SCRIPT_OR_NOT)(
  '$script: payers at the bank, at a provider and at the form return paid once, after the move and during its hold',
  { timeout: 3 * MOVE_MS_MAX },
  async ({ javaScriptEnabled }) => {
    const payers = () => Promise.all(KINDS.map((kind) => kind(javaScriptEnabled)));
    const afterMove = await payers();
    const duringHold = await payers();
    const there = startMove(rig.stack, SHOP, STORE);
    await there.printed(CLOSED);
    await finishAll(duringHold);
    await movedIn(there, SHOP, STORE);
    await finishAll(afterMove);
    expect(await violations(rig.stack)).toMatchObject({ own: [], received: [] });
    await movedIn(startMove(rig.stack, SHOP, 'first'), SHOP, 'first');
    await Promise.all([...duringHold, ...afterMove].map(expectPaidOnce));
  },
);
