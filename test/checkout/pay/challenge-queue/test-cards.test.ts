/** A developer has one test card declined all day from one desk: in sandbox mode no page waits for that. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallOptions, type Rig, startRig } from '../../../api/rest/rig.ts';
import { GOOD, hands, REFUSED } from '../../hands.ts';

const SHOP = 'LEARNING';
/** Beyond each limit of a network and of a browser, and near that of the range. */
const DECLINES = 20;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: SHOP, name: 'Learning' });
});
afterAll(() => rig.close());

const ofShop = (): Rig =>
  Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant: SHOP, ...options }),
  });
const { checkout, browse, form, post } = hands(ofShop);

it('a payer whose test card was declined repeatedly pays with it at once, as another payer does', async () => {
  for (let count = 0; count < DECLINES; count += 1) {
    const { id } = await checkout();
    const { hidden, action } = await form(id);
    await post(action, { ...hidden, ...REFUSED });
  }
  for (const fields of [GOOD, { ...GOOD, cardNumber: '4000000000000002' }]) {
    const { id } = await checkout();
    const { hidden, action } = await form(id);
    await post(action, { ...hidden, ...fields });
    expect(await browse(`/checkout/done/${id}`).then(({ text }) => text)).not.toContain('data-challenge');
    const { order } = { order: (await rig.api('GET', `/session/${id}`, undefined, { merchant: SHOP })).json.order };
    expect(rig.host.ledger({ order: order.id })).toHaveLength(1);
  }
});
