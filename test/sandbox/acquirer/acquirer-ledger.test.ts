import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/contract/secret.ts';
import {
  authorization,
  CARD_NUMBER,
  card,
  giftCard,
  replyOf,
  reversalOf,
  standaloneCapture,
} from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, statesOf, temporaryFolder } from './rig.ts';

describe('the acquirer’s ledger', () => {
  it('has one entry for each movement, as the gateway sent it', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    const payment = authorization({ kind: 'PAYMENT', orderId: 'Bücher/1', transactionId: 'a%b', amount: 1205n });
    await link.request(payment);
    expect(host.ledger({})).toEqual([
      {
        kind: 'PAYMENT',
        reference: payment.trace.receipt,
        merchant: 'TESTSHOP',
        order: 'Bücher/1',
        transaction: 'a%b',
        amount: '12.05',
        currency: 'EUR',
        state: 'APPROVED',
        terminal: 'TERM0001',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  });

  it.each([
    ['JPY', '392', 1200n, '1200'],
    ['KWD', '414', 1200n, '1.200'],
    ['EUR', '978', 999_999_999_999n, '9999999999.99'],
    ['EUR', '978', 5n, '0.05'],
  ])('shows amounts of %s (%s) %s as %s', async (code, numeric, amount, text) => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    await link.request(authorization({ amount, currency: { code, numeric } }));
    expect(host.ledger({})).toMatchObject([{ amount: text, currency: code }]);
  });

  it('can be filtered by merchant, by order, or by both', async () => {
    const { host } = await hostWith();
    const link = await linkTo(host);
    for (const [merchantId, orderId] of [
      ['A', '1'],
      ['A', '2'],
      ['B', '1'],
    ] as const) {
      await link.request(authorization({ merchantId, orderId }));
    }
    const found = (filter: { merchant?: string; order?: string }) =>
      host.ledger(filter).map(({ merchant, order }) => merchant + order);
    expect(found({})).toEqual(['A1', 'A2', 'B1']);
    expect(found({ merchant: 'A' })).toEqual(['A1', 'A2']);
    expect(found({ order: '1' })).toEqual(['A1', 'B1']);
    expect(found({ merchant: 'A', order: '1' })).toEqual(['A1']);
    expect(found({ order: "1' OR 1=1" })).toEqual([]);
  });

  it('outlives the host, as do its answers', async () => {
    const ledgerFile = join(await temporaryFolder(), 'made', 'ledger.db');
    const first = await hostWith({ ledgerFile });
    const link = await linkTo(first.host);
    const requests = [authorization(), authorization({ instrument: card('0539') }), authorization()];
    for (const request of requests) {
      await link.request(request);
    }
    await link.reverse(reversalOf(requests[2] as (typeof requests)[0]), false);
    const before = first.host.ledger({});
    await first.host.close();
    const second = await hostWith({ ledgerFile });
    expect(second.host.ledger({})).toEqual(before);
    expect(statesOf(second.host)).toEqual(['APPROVED', 'DECLINED', 'REVERSED']);
    const again = await linkTo(second.host);
    expect(replyOf(await again.request(requests[1] as (typeof requests)[0])).gatewayCode).toBe('DECLINED');
    expect(second.host.counters().duplicates).toBe(1);
  });

  it('contains no card number, security code or PIN, and only its owner can read it', async () => {
    const folder = await temporaryFolder();
    const { host } = await hostWith({ ledgerFile: join(folder, 'ledger.db') });
    const link = await linkTo(host);
    await link.request(authorization({ instrument: card('0139', '9876') }));
    await link.request(authorization({ instrument: giftCard('6006000000000058', '1234') }));
    const cardPresent = {
      track2: new Secret(`${CARD_NUMBER}=3901201`),
      icc: new Secret(`5A08${CARD_NUMBER}9F2608A1B2`),
    };
    await link.request(authorization({ cardPresent, authentication: { token: new Secret('AAABBWcSNIdjeUZThmNH') } }));
    await link.advise(standaloneCapture(), false);
    const files = await readdir(folder);
    expect(files).toContain('ledger.db-wal');
    for (const file of files) {
      const bytes = await readFile(join(folder, file), 'latin1');
      expect(bytes).not.toMatch(new RegExp(`${CARD_NUMBER}|6006000000000058|9876|GP0041234|=3901201|9F2608|AAABBWcS`));
      expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
    }
  });
});
