/** Letters of any script in a payer's details are accepted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FRICTIONLESS, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

it.each(['Łukasz Żółć', '王小明', 'Ann\u200b \u{1f600} Brown', 'x'.repeat(200)])(
  'a card of %s is authenticated, with all other details in that script',
  async (nameOnCard) => {
    const { card } = FRICTIONLESS.sourceOfFunds.provided;
    const address = { street: `${'Żółć '.repeat(18)}\u{1f600}`, city: 'Łódź', postcodeZip: '90-001', country: 'POL' };
    const more = {
      sourceOfFunds: { type: 'CARD', provided: { card: { ...card, nameOnCard } } },
      billing: { address },
      shipping: { address: { ...address, stateProvince: 'Łódzkie' } },
      customer: { email: 'lukasz@żółć.example' },
    };
    const { initiated, asked } = await world.authenticated(FRICTIONLESS, more);
    expect([initiated.status, asked.status]).toEqual([201, 201]);
    expect(asked.json.order.authenticationStatus).toBe('AUTHENTICATION_SUCCESSFUL');
  },
);
