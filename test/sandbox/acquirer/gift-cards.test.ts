import { describe, expect, it } from 'vitest';
import type { AcquirerLink } from '../../../src/acquirer/link.ts';
import { authorization, type EUR, giftCard, replyOf, reversalOf } from '../../acquirer/fixtures.ts';
import { hostWith, linkTo, temporaryFolder } from './rig.ts';

/** The two digits before the check digit are 05: fifty major units. */
const FIFTY = '6006000000000058';

function spend(amount: bigint, number = FIFTY, pin: string | undefined = '1234') {
  return authorization({ kind: 'PAYMENT', amount, instrument: giftCard(number, pin) });
}

async function codeOf(link: AcquirerLink, request: ReturnType<typeof spend>) {
  return replyOf(await link.request(request)).gatewayCode;
}

async function rig() {
  const { host } = await hostWith();
  return { host, link: await linkTo(host) };
}

describe('gift cards', () => {
  it('can be spent down to nothing and no further', async () => {
    const { link } = await rig();
    expect(await codeOf(link, spend(3000n))).toBe('APPROVED');
    expect(await codeOf(link, spend(2001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, spend(2000n))).toBe('APPROVED');
    expect(await codeOf(link, spend(1n))).toBe('INSUFFICIENT_FUNDS');
  });

  it('are not spent twice by payments that arrive together', async () => {
    const { host, link } = await rig();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => link.request(spend(1000n))));
    const codes = outcomes.map((outcome) => replyOf(outcome).gatewayCode);
    expect(codes.filter((code) => code === 'APPROVED')).toHaveLength(5);
    expect(host.ledger({}).filter((entry) => entry.state === 'APPROVED')).toHaveLength(5);
  });

  it('get back what is reversed', async () => {
    const { link } = await rig();
    const first = spend(5000n);
    expect(await codeOf(link, first)).toBe('APPROVED');
    expect(await codeOf(link, spend(5000n))).toBe('INSUFFICIENT_FUNDS');
    expect(await link.reverse(reversalOf(first), false)).toBe(true);
    expect(await codeOf(link, spend(5000n))).toBe('APPROVED');
  });

  it('keep what they have left over a restart of the host', async () => {
    const ledgerFile = `${await temporaryFolder()}/ledger.db`;
    const first = await hostWith({ ledgerFile });
    expect(await codeOf(await linkTo(first.host), spend(4000n))).toBe('APPROVED');
    await first.host.close();
    const second = await hostWith({ ledgerFile });
    const link = await linkTo(second.host);
    expect(await codeOf(link, spend(1001n))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, spend(1000n))).toBe('APPROVED');
  });

  it.each([
    ['the right PIN', '1234', 'APPROVED', '00'],
    ['a wrong PIN', '9999', 'DECLINED', '55'],
    ['no PIN', undefined, 'DECLINED', '55'],
  ])('with %s', async (_, pin, gatewayCode, acquirerCode) => {
    const { link } = await rig();
    const instrument = pin === undefined ? giftCard(FIFTY) : giftCard(FIFTY, pin);
    const reply = replyOf(await link.request(authorization({ instrument })));
    expect(reply).toMatchObject({ gatewayCode, acquirerCode });
    expect(reply).not.toHaveProperty('avs');
  });

  it('of another number are no gift cards', async () => {
    const { link } = await rig();
    expect(await codeOf(link, spend(100n, '5123450000000008'))).toBe('DECLINED');
  });

  it('count in the currency’s own minor unit', async () => {
    const { link } = await rig();
    const yen = { code: 'JPY', numeric: '392' };
    const dinar = { code: 'KWD', numeric: '414' };
    const payment = (amount: bigint, currency: typeof EUR) => ({ ...spend(amount), currency });
    expect(await codeOf(link, payment(51n, yen))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, payment(50n, yen))).toBe('APPROVED');
    expect(await codeOf(link, payment(50_001n, dinar))).toBe('INSUFFICIENT_FUNDS');
    expect(await codeOf(link, payment(50_000n, dinar))).toBe('APPROVED');
  });

  it('are verified without being spent', async () => {
    const { link } = await rig();
    const check = authorization({ kind: 'VERIFICATION', amount: 0n, instrument: giftCard(FIFTY, '1234') });
    expect(await codeOf(link, check)).toBe('APPROVED');
    expect(await codeOf(link, spend(5000n))).toBe('APPROVED');
  });
});
