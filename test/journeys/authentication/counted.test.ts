// @module-tag at-length
/** A card that is declined after the payer's bank was asked counts for the payer who sent it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { turnpikeProcess } from '../../cli/turnpike.ts';
import { DECLINED, fillCard, notice, press } from '../form.ts';
import { useRig } from '../rig.ts';
import { REQUESTOR } from './hands.ts';

const rig = useRig({ stack: { hasDirectoryServers: true } });

/** The bank lets its owner pay without a question. */
const AUTHENTICATED = '5123456789012346';

it('by network and browser', async () => {
  const { dataDir, databaseUrl } = rig.stack;
  const turnpike = (...args: string[]) => turnpikeProcess(dataDir, args, { DATABASE_URL: databaseUrl });
  const file = join(dataDir, 'counted.json');
  await writeFile(file, JSON.stringify({ id: 'TESTSHOP', name: 'Example Shop', payerAuthentication: REQUESTOR }));
  expect(await turnpike('merchant', 'put', file)).toMatchObject({ code: 0 });
  const { page } = await rig.payer();
  const { orderId, url } = await rig.stack.merchant.checkout({});
  await page.goto(url);
  await fillCard(page, DECLINED);
  await page.getByLabel('Card number', { exact: true }).fill(AUTHENTICATED);
  await press(page);
  await notice(page, 'Your card was declined');
  expect(await rig.stack.acquirer.states(orderId)).toEqual(['DECLINED']);
  const { body } = await rig.stack.merchant.transaction(orderId, '1');
  expect(JSON.stringify(body)).toContain('AUTHENTICATION_SUCCESSFUL');
  const shown = async () => (await turnpike('limits', 'show', 'TESTSHOP')).out;
  await expect.poll(shown).toMatch(/^address:[\w-]{12}\t1 declined$/m);
  expect(await shown()).toMatch(/^device:[\w-]{12}\t1 declined$/m);
});
