/**
 * A payer returns from a provider to a gateway that was restarted since: it stores no session's id, and redirects the
 * payer to an alias, which works in its place.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filesOf, newOrderId } from '../api/rest/rig.ts';
import { cardForm, hands, wordsOf } from '../checkout/hands.ts';
import { type BrowserRig, RETURN_URL, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
const made: string[] = [];
beforeAll(async () => {
  rig = await startBrowserRig();
});
afterAll(() => rig.close());

const { form, browse, post } = hands(() => rig);

interface Away {
  readonly id: string;
  readonly order: string;
  /** The provider's page, with the payer on it. */
  readonly page: string;
}

/** Sends the payer to the provider's page. @param more of the checkout */
async function goAway(reference: string, more: object = {}): Promise<Away> {
  const order = newOrderId();
  const { json } = await rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE', returnUrl: RETURN_URL },
    order: { id: order, amount: '12.00', currency: 'EUR', reference, notificationUrl: `${rig.origin}/nobody` },
    ...more,
  });
  const { id } = json.session;
  const { hidden, action, cookie } = await form(id);
  made.push(id, action.slice('/checkout/pay/'.length));
  const sent = { ...hidden, method: 'demoWallet' };
  const { headers } = await post(action, sent, { Cookie: cookie, Origin: rig.origin });
  const { addresses } = await rig.browse(`${rig.origin}${headers.location}`, {
    until: /^(?!.*\/checkout\/|.*\/redirect\/)/,
  });
  return { id, order, page: addresses.at(-1) ?? '' };
}

const DONE = /\/checkout\/done\/(SESSION[0-9A-Za-z]{24})$/;

function idIn(addresses: readonly string[]): string | undefined {
  return addresses.flatMap((address) => DONE.exec(address)?.[1] ?? [])[0];
}

it('a payer who has paid meanwhile returns to the shop', async () => {
  const { id, page, order } = await goAway('TEST-SUCCEED');
  await rig.restart();
  const { addresses } = await rig.browse(page);
  expect(addresses.at(-1)).toMatch(/^https:\/\/shop\.example\/return\?.*resultIndicator=/);
  const other = idIn(addresses);
  expect(other).toBeDefined();
  expect(made).not.toContain(other);
  const { json } = await rig.api('GET', `/order/${order}`);
  expect(json.status).toBe('CAPTURED');
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Paid');
});

it.each([
  ['of its own', {}],
  [
    'behind a payment link',
    { checkoutMode: 'PAYMENT_LINK', paymentLink: { expiryDateTime: '2040-01-01T00:00:00.000Z' } },
  ],
])('a payer refused in a session %s pays by card through the other id', async (_kind, more) => {
  const { order, page } = await goAway('TEST-FAIL-DECLINE', more);
  await rig.restart();
  const { addresses } = await rig.browse(page);
  const other = idIn(addresses) ?? '';
  expect(made).not.toContain(other);
  const { hidden, action, cookie } = await form(other);
  await post(action, { ...hidden, ...cardForm('01/39') }, { Cookie: cookie, Origin: rig.origin });
  expect((await rig.api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
  expect(wordsOf(await browse(`/checkout/pay/${other}`))).toContain('Paid');
});

it('no id of a session is in any stored byte', async () => {
  const { length } = made;
  expect(length).toBeGreaterThan(0);
  const bytes = Buffer.concat([filesOf(rig.folder), await rig.dump(), Buffer.from(rig.logged.join(''))]);
  expect(bytes.toString('latin1').match(/SESSION[0-9A-Za-z]{24}/g)).toBeNull();
});
