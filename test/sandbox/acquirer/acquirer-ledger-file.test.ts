import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openLedgerFile } from '../../../src/sandbox/acquirer/acquirer-ledger-file.ts';
import { adviceOn, authorization, giftCard, nextTrace, refundOf, replyOf } from '../../adapters/acquirers/fixtures.ts';
import { codeOf, hostWith, inquiryOf, linkTo, movementsOf, temporaryFolder } from './rig.ts';

/** The schema before captures, updates, refunds and voids, without step counts. */
const FIRST_SHAPE = `
  CREATE TABLE movement (
    id INTEGER PRIMARY KEY, trace TEXT NOT NULL UNIQUE, kind TEXT, reference TEXT, merchant TEXT, order_id TEXT,
    transaction_id TEXT, amount INTEGER, currency TEXT, state TEXT NOT NULL, response_code TEXT, authorization_code TEXT,
    additional_response TEXT, is_silent INTEGER NOT NULL DEFAULT 0, settles_at INTEGER, gift_card BLOB, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX movement_of_order ON movement (order_id);
  CREATE INDEX movement_of_gift_card ON movement (gift_card) WHERE gift_card IS NOT NULL;
  CREATE TABLE secret (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;`;

const FIFTY = '6006000000000058';

/** A file of the first schema with a card's authorization and a gift card's payment of EUR 40.00, both approved. */
async function firstShape() {
  const ledgerFile = join(await temporaryFolder(), 'ledger.db');
  const held = authorization();
  const paid = authorization({ kind: 'PAYMENT', amount: 4000n, instrument: giftCard(FIFTY) });
  const [key, unseen] = [Buffer.alloc(32, 7), nextTrace()];
  const database = new Database(ledgerFile);
  database.exec(FIRST_SHAPE);
  database.prepare(`INSERT INTO secret VALUES ('gift-card', ?)`).run(key);
  const insert = database.prepare(
    `INSERT INTO movement (trace, kind, reference, merchant, order_id, transaction_id, amount, currency, state,
     response_code, authorization_code, gift_card, at) VALUES (?, ?, ?, 'TESTSHOP', ?, '1', ?, 'EUR', 'APPROVED', '00', '123456', ?, 0)`,
  );
  for (const { trace, kind, orderId, amount } of [held, paid]) {
    const hash = kind === 'PAYMENT' ? createHmac('sha256', key).update(FIFTY).digest() : null;
    insert.run(trace.terminal + trace.stan, kind, trace.receipt, orderId, amount, hash);
  }
  database
    .prepare(`INSERT INTO movement (trace, state, at) VALUES (?, 'REVERSED', 0)`)
    .run(unseen.terminal + unseen.stan);
  database.close();
  return { ledgerFile, held, paid, unseen };
}

describe('a ledger’s file from before captures, changes, refunds and voids', () => {
  it('opens with every movement, which can be captured, voided and refunded', async () => {
    const { ledgerFile, held, paid } = await firstShape();
    const { host } = await hostWith({ ledgerFile });
    expect(movementsOf(host)).toEqual(['AUTHORIZATION 12.00 APPROVED', 'PAYMENT 40.00 APPROVED']);
    const link = await linkTo(host);
    const capture = adviceOn(held, 'CAPTURE', { amount: 500n });
    expect(replyOf(await link.advise(capture, false))).toMatchObject({
      acquirerCode: '00',
      authorizationCode: '123456',
    });
    expect(await codeOf(link.request(refundOf(capture, { amount: 100n })))).toBe('00');
    expect(await codeOf(link.advise(adviceOn(held, 'VOID'), false))).toBe('21');
    expect(await codeOf(link.request(refundOf(paid, { amount: 4000n, instrument: giftCard(FIFTY) })))).toBe('00');
    expect(movementsOf(host)).toEqual([
      'AUTHORIZATION 12.00 APPROVED',
      'PAYMENT 40.00 APPROVED',
      'CAPTURE 5.00 APPROVED',
      'REFUND 1.00 APPROVED',
      'REFUND 40.00 APPROVED',
    ]);
  });

  it('keeps answers, the balances of gift cards, and reversals of unknown originals', async () => {
    const { ledgerFile, held, unseen } = await firstShape();
    const { host } = await hostWith({ ledgerFile });
    const link = await linkTo(host);
    expect(replyOf(await link.request(held))).toMatchObject({ acquirerCode: '00', authorizationCode: '123456' });
    expect(await link.inquire(inquiryOf(held))).toMatchObject({ reply: { authorizationCode: '123456' } });
    const spend = (amount: bigint) => authorization({ kind: 'PAYMENT', amount, instrument: giftCard(FIFTY, '1234') });
    expect(await codeOf(link.request(spend(1001n)))).toBe('51');
    expect(await codeOf(link.request(spend(1000n)))).toBe('00');
    expect(await codeOf(link.request(authorization({ trace: unseen })))).toBe('21');
  });

  it('opens again after that, with all later movements', async () => {
    const { ledgerFile, held } = await firstShape();
    const first = await hostWith({ ledgerFile });
    const link = await linkTo(first.host);
    const capture = adviceOn(held, 'CAPTURE');
    const answered = await link.advise(capture, false);
    const before = first.host.ledger({});
    await first.host.close();
    const second = await hostWith({ ledgerFile });
    expect(second.host.ledger({})).toEqual(before);
    expect(await (await linkTo(second.host)).advise(capture, true)).toEqual(answered);
  });
});

describe('a ledger’s file from a later version', () => {
  it('is not changed', async () => {
    const ledgerFile = join(await temporaryFolder(), 'ledger.db');
    const database = openLedgerFile(ledgerFile);
    database.pragma('user_version = 99');
    database.close();
    expect(() => openLedgerFile(ledgerFile)).toThrow(/later version/);
    await expect(hostWith({ ledgerFile })).rejects.toThrow(/later version/);
  });
});
