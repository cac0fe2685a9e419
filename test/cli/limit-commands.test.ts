/** The operator's list of declined attempts, and its reset: beside the running gateway, on the engine of the run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardPayment, restOrder } from '../api/rest/operations/order.ts';
import { CARD, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

const MERCHANT = 'LIMITED';
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: MERCHANT, name: 'Limited', limits: { declinesPerCard: 2, declinesPerBin: 50 } });
});
afterAll(() => rig.close());

const limits = (...args: string[]) => turnpike(rig.folder, ['limits', ...args], { DATABASE_URL: rig.databaseUrl });
const lines = async () => (await limits('show', MERCHANT)).out.trimEnd().split('\n');

const card = { ...CARD, expiry: { month: '5', year: '39' } };
const DECLINED = cardPayment({ sourceOfFunds: { type: 'CARD', provided: { card } } });
const pay = async () => {
  const order = restOrder(rig, { merchant: MERCHANT });
  const { json } = await order.put('AUTHORIZE', '1', DECLINED);
  return json.response.gatewayCode;
};

describe('limits show and lift', () => {
  it('lists a card that is limited, and resets it in the running gateway', async () => {
    expect(await limits('show', MERCHANT)).toEqual({ code: 0, out: 'No declines are counted.\n', err: '' });
    expect([await pay(), await pay(), await pay()]).toEqual(['DECLINED', 'DECLINED', 'EXCEEDED_RETRY_LIMIT']);
    await expect.poll(lines, { timeout: 10_000 }).toContain('512345xxxxxx0008\t2 declined\tCARD');
    expect(await lines()).toContain('512345\t2 declined');
    const { code, out } = await limits('lift', MERCHANT, '512345xxxxxx0008');
    expect([code, out]).toEqual([0, '512345xxxxxx0008 is free: its declines so far no longer count.\n']);
    await expect.poll(pay, { timeout: 10_000 }).toBe('DECLINED');
  });

  it.each(['no-such', '4111111111111111111111', 'address:short', "'; DROP TABLE"])('refuses %s', async (shown) => {
    expect((await limits('lift', MERCHANT, shown)).code).not.toBe(0);
  });

  it('reports an unknown merchant, and a subject without limits', async () => {
    expect((await limits('show', 'NOBODY')).err).toContain('There is no merchant NOBODY.');
    expect((await limits('lift', MERCHANT, '400000xxxxxx0002')).err).toContain(
      'Nothing is counted of 400000xxxxxx0002',
    );
    expect((await limits('show')).code).not.toBe(0);
  });
});
