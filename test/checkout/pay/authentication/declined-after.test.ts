/** The sentence after a decline comes from the authentication's own result, not from the code of the payment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { openBookshop } from './bookshop.ts';
import { expiryFor, NOT_ASKED, NOT_CONFIRMED, PLAIN, paidAfter, UNLIMITED } from './declined-after.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

describe('with the defaults of a profile', () => {
  beforeAll(() => openBookshop(world, {}, UNLIMITED));

  it.each(['BLOCKED', 'AUTHENTICATION_FAILED'] as const)(
    '%s of the acquirer after a successful authentication is a plain decline',
    async (code) => {
      const paid = await paidAfter(world, 'Y', expiryFor(code));
      expect(paid.code).toBe(code);
      expect(paid.words).toContain('Your card was declined');
      expect(paid.words).not.toContain('Your bank');
    },
  );

  it.each([
    ['N', NOT_CONFIRMED],
    ['R', NOT_CONFIRMED],
    ['U', NOT_ASKED],
  ] as const)('the result %s is shown as the reason why the payment was not sent', async (transStatus, sentence) => {
    const { words } = await paidAfter(world, transStatus, '01/39');
    expect(words).toMatch(sentence);
    expect(words).not.toMatch(PLAIN);
  });
});

it('an unavailable bank is not given as the reason where the shop sends the payment and the acquirer declines it', async () => {
  await openBookshop(world, { whenUnavailable: 'PROCEED' }, UNLIMITED);
  await expect
    .poll(async () => (await paidAfter(world, 'U', expiryFor('BLOCKED'))).words, { timeout: 10_000 })
    .toContain('Your card was declined');
});

it('a risk rule that rejects after a successful authentication reads as a plain decline', async () => {
  const risk = { rules: [{ id: 'all', when: { amount: { currency: 'EUR', above: '1' } }, recommendation: 'REJECT' }] };
  await openBookshop(world, {}, { ...UNLIMITED, risk });
  await expect.poll(async () => (await paidAfter(world, 'Y', '01/39')).code, { timeout: 10_000 }).toBe('BLOCKED');
  const { words } = await paidAfter(world, 'Y', '01/39');
  expect(words).toContain('Your card was declined');
  expect(words).not.toContain('Your bank');
});
