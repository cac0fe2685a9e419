/** Developers have one test card declined all day: the default profile permits it in sandbox mode. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRICTIONLESS, MONEY, REJECTED, startWorld, type World } from '../payer-authentication/world.ts';
import { basic, newOrderId } from '../rig.ts';

const TRIES = 40;
const DECLINED = { month: '5', year: '39' };
const NEVER = { month: '4', year: '39' };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const card = (number: string, expiry: object) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry, securityCode: '100' } } },
});

async function paid(source: object): Promise<string> {
  const body = { apiOperation: 'PAY', order: MONEY, ...source };
  const { json } = await world.put(newOrderId(), '1', body);
  return json.response.gatewayCode;
}

describe('a test card', () => {
  it.each(['5123450000000008', '5123456789012346', '4508750015741019', '345678901234564'])(
    '%s is sent after any number of declines, also those that forbid a retry',
    async (number) => {
      for (let count = 0; count < TRIES; count += 1) {
        await paid(card(number, count % 2 === 0 ? DECLINED : NEVER));
      }
      expect(await paid(card(number, { month: '1', year: '39' }))).toBe('APPROVED');
    },
  );

  it('limits no other card of its range', async () => {
    expect(await paid(card('5123451111111115', { month: '1', year: '39' }))).toBe('APPROVED');
  });

  it('is authenticated after any number of refusals, also in the payer’s own calls', async () => {
    for (let count = 0; count < TRIES / 2; count += 1) {
      const { id } = await world.session({ ...REJECTED, order: MONEY, authentication: { channel: 'PAYER_BROWSER' } });
      const order = newOrderId();
      const own = { authorization: basic(world.merchant, id) };
      await world.put(order, 'a', { apiOperation: 'INITIATE_AUTHENTICATION', session: { id } }, own);
      const { json } = await world.put(order, 'a', { apiOperation: 'AUTHENTICATE_PAYER', session: { id } }, own);
      expect(json.order.authenticationStatus).toBe('AUTHENTICATION_REJECTED');
    }
    const { asked } = await world.authenticated(FRICTIONLESS);
    expect(asked.json.order.authenticationStatus).toBe('AUTHENTICATION_SUCCESSFUL');
  });
});
