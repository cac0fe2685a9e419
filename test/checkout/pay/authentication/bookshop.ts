/** A shop with payer authentication at a running gateway. */
import { expect, vi } from 'vitest';
import { ENROLLED, type World } from '../../../api/rest/payer-authentication/world.ts';
import { hands, wordsOf } from '../../hands.ts';

/**
 * Resolves when the gateway has loaded the profile.
 * @param authentication members of the shop's `payerAuthentication` to override @param profile further members
 */
export async function openBookshop({ rig }: World, authentication: object = {}, profile: object = {}): Promise<void> {
  const payerAuthentication = { ...ENROLLED, ...authentication };
  await rig.merchant({ id: 'TESTSHOP', name: 'Harbour Lane Books', payerAuthentication, ...profile });
  const { checkout, browse } = hands(() => rig);
  const { id } = await checkout();
  // A running gateway reloads the profile within a second.
  const seen = async () => expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Pay Harbour Lane Books');
  await vi.waitFor(seen, { timeout: 10_000 });
}
