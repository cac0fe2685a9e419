/** The result of the merchant's own rules on address and security code, in answers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig, withCard } from '../rig.ts';
import { cardPayment, restOrder } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'CAREFUL', name: 'Careful', rejectOn: { avs: ['NO_MATCH'], csc: ['NO_MATCH'] } });
});
afterAll(() => rig.close());

const living = (street: string) => ({ billing: { address: { street } } });
const expiring = (month: string, securityCode = '100') => withCard({ expiry: { month, year: '39' }, securityCode });
const giftCard = {
  sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6006000000000058', pin: '1234' } } },
};

it.each<[string, string, object, string, string, string]>([
  ['an address that does not match', 'CAREFUL', living('Echo St'), 'DECLINED_AVS', 'REJECTED', 'REVERSED'],
  ['a code that does not match', 'CAREFUL', expiring('1', '102'), 'DECLINED_CSC', 'REJECTED', 'REVERSED'],
  [
    'neither of which matches',
    'CAREFUL',
    { ...living('Echo St'), ...expiring('1', '102') },
    'DECLINED_AVS_CSC',
    'REJECTED',
    'REVERSED',
  ],
  [
    'an approval that is open',
    'CAREFUL',
    { ...living('Echo St'), ...expiring('11') },
    'DECLINED_AVS',
    'REJECTED',
    'REVERSED',
  ],
  ['an address that matches', 'CAREFUL', living('Alpha St'), 'APPROVED', 'ACCEPTED', 'APPROVED'],
  [
    'rules that are bypassed',
    'CAREFUL',
    { ...living('Echo St'), action: { bypassMerchantRiskRules: 'ALL' } },
    'APPROVED',
    'NOT_CHECKED',
    'APPROVED',
  ],
  [
    'a decline of the issuer’s',
    'CAREFUL',
    { ...living('Echo St'), ...expiring('5') },
    'DECLINED',
    'NOT_CHECKED',
    'DECLINED',
  ],
  ['a gift card, of which no rule looks at anything', 'CAREFUL', giftCard, 'APPROVED', 'NOT_CHECKED', 'APPROVED'],
  ['a merchant without rules', 'TESTSHOP', living('Echo St'), 'APPROVED', 'NOT_CHECKED', 'APPROVED'],
])('%s', async (_what, merchant, more, gatewayCode, risk, state) => {
  const order = restOrder(rig, { merchant });
  const { json } = await order.done('PAY', '1', cardPayment(more));
  expect(json.response).toMatchObject({ gatewayCode, risk: { gatewayCode: risk } });
  expect(json.risk.response.gatewayCode).toBe(risk);
  expect(json.result).toBe(gatewayCode === 'APPROVED' ? 'SUCCESS' : 'FAILURE');
  await expect.poll(() => order.ledger()).toEqual([`PAYMENT 12.00 EUR ${state}`]);
  const retrieved = await order.get();
  expect(retrieved.json.response.risk.gatewayCode).toBe(risk);
});
