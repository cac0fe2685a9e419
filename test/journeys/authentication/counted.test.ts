// @module-tag at-length
/** A card that is declined after the payer's bank was asked counts for its payer. */
import { expect, it } from 'vitest';
import { turnpike } from '../../cli/turnpike.ts';
import { register } from '../../support/registered.ts';
import { DECLINED, fillCard, notice, press } from '../form.ts';
import { useRig } from '../rig.ts';
import { REQUESTOR } from './hands.ts';

const rig = useRig({ asksBanks: true });

/** The bank authenticates its owner without a challenge. */
const AUTHENTICATED = '5123456789012346';

/** Values other than the defaults, from which the sandbox's test cards are exempt. */
const LIMITS = { declinesPerAddress: 9, declinesPerDevice: 9 };

it('authentications are counted by network and browser', async () => {
  const { dataDir, databaseUrl } = rig.stack;
  const { id, merchant } = await register(rig.stack, { payerAuthentication: REQUESTOR, limits: LIMITS });
  const { page } = await rig.payer();
  const { orderId, url } = await merchant.checkout({});
  await page.goto(url);
  await fillCard(page, DECLINED);
  await page.getByLabel('Card number', { exact: true }).fill(AUTHENTICATED);
  await press(page);
  await notice(page, 'Your card was declined');
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['DECLINED']);
  const { body } = await merchant.transaction(orderId, '1');
  expect(JSON.stringify(body)).toContain('AUTHENTICATION_SUCCESSFUL');
  const shown = async () => (await turnpike(dataDir, ['limits', 'show', id], { DATABASE_URL: databaseUrl })).out;
  await expect.poll(shown).toMatch(/^address:[\w-]{12}\t1 declined$/m);
  expect(await shown()).toMatch(/^device:[\w-]{12}\t1 declined$/m);
});
