/** Payments with stored credentials: the fields sent, the fields stored, and the refusals. */
import { describe, expect, it } from 'vitest';
import { answered, cardBody } from '../world.ts';
import { type Bench, bench } from './bench.ts';

const ID = '000000000000042';
const RECURRING = { id: 'A-1', type: 'RECURRING', amountVariability: 'FIXED' };
const MERCHANT = { transaction: { source: 'MERCHANT' } };
const onFile = (storedOnFile: string) => ({ sourceOfFunds: { provided: { card: { storedOnFile } } } });

type Json = Record<string, unknown>;
const isGroup = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const over = (under: Json, more: Json): Json => ({
  ...under,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => {
      const below = under[name];
      return [name, isGroup(below) && isGroup(value) ? over(below, value) : value];
    }),
  ),
});
const body = (...more: Json[]) => more.reduce(over, cardBody() as Json);

let orders = 0;
/** A payment on an order of its own. */
function pays(on: Bench, ...more: Json[]) {
  orders += 1;
  return on.run('PAY', '1', body(...more), { orderId: `order-${orders}` });
}

async function agreedOn(agreement: Json = RECURRING, ...more: Json[]): Promise<Bench> {
  const on = bench();
  on.acquirer.says = () => answered({ transactionIdentifier: ID });
  await pays(on, { agreement }, ...more);
  return on;
}

describe('the payment by which a payer agrees', () => {
  it('announces that the card is stored from now on, and the purpose', async () => {
    const on = await agreedOn();
    expect(on.asked().storedDetails).toEqual({ kept: 'FROM_NOW', agreement: 'RECURRING' });
  });

  it('is stored with the network’s transaction id', async () => {
    const on = await agreedOn({ ...RECURRING, expiryDate: '2030-01-31' });
    expect(on.orders.finished[0]?.agreed).toEqual({
      agreementId: 'A-1',
      terms: { type: 'RECURRING', expiryDate: '2030-01-31' },
      transactionIdentifier: ID,
    });
  });

  it.each<[string, () => Promise<Bench>]>([
    [
      'it was declined',
      async () => {
        const on = bench();
        on.acquirer.says = () => answered({ gatewayCode: 'DECLINED', transactionIdentifier: ID });
        await pays(on, { agreement: RECURRING });
        return on;
      },
    ],
    ['the card was kept before', () => agreedOn(RECURRING, onFile('STORED'))],
    ['the merchant began it', () => agreedOn(RECURRING, MERCHANT)],
    ['there is no agreement', () => agreedOn({ type: 'OTHER' }, onFile('TO_BE_STORED'))],
  ])('is not stored where %s', async (_why, made) => {
    const on = await made();
    expect(on.orders.finished.map(({ agreed }) => agreed)).toEqual([undefined]);
  });
});

describe('a merchant-initiated payment', () => {
  it('names the payment by which the payer agreed, and is of its kind', async () => {
    const on = await agreedOn({ ...RECURRING, type: 'INSTALLMENT' });
    await pays(on, { agreement: { id: 'A-1' } }, MERCHANT);
    expect(on.asked().storedDetails).toEqual({
      kept: 'BEFORE',
      agreement: 'INSTALLMENT',
      transactionIdentifier: ID,
    });
  });

  it('names no earlier payment where the payer agreed elsewhere, and leaves the decision to the acquirer', async () => {
    const on = await agreedOn();
    await pays(on, { agreement: { id: 'OTHER', type: 'UNSCHEDULED' } }, MERCHANT);
    expect(on.asked().storedDetails).toEqual({ kept: 'BEFORE', agreement: 'UNSCHEDULED' });
  });

  it('sends no stored credential data without an agreement', async () => {
    const on = await agreedOn();
    await pays(on, MERCHANT);
    expect(on.asked().storedDetails).toBeUndefined();
  });
});

it('a payer who pays with a card that was stored before names no earlier payment', async () => {
  const on = await agreedOn();
  await pays(on, onFile('STORED'));
  expect(on.asked().storedDetails).toEqual({ kept: 'BEFORE' });
});

it('a card that is not stored is sent as any other', async () => {
  const on = await agreedOn();
  await pays(on, onFile('NOT_STORED'));
  expect(on.asked().storedDetails).toBeUndefined();
});

describe('the gateway refuses by name', () => {
  it.each<[string, Json[], string]>([
    ['an agreement about a card that is not kept', [{ agreement: RECURRING }, onFile('NOT_STORED')], 'INVALID'],
    ['a card that would be kept from a payment on without its payer', [onFile('TO_BE_STORED'), MERCHANT], 'INVALID'],
  ])('%s', async (_what, more, type) => {
    const on = await agreedOn();
    expect((await on.refused('PAY', '1', body(...more))).fields).toEqual([
      `sourceOfFunds.provided.card.storedOnFile ${type}`,
    ]);
  });

  it('a merchant’s payment with a stored card that names no agreement', async () => {
    const on = await agreedOn();
    expect((await on.refused('PAY', '1', body(onFile('STORED'), MERCHANT))).fields).toEqual(['agreement.id MISSING']);
  });
});
