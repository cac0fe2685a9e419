/** Challenges that time out, at a merchant that pays where authentication is unavailable. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { paying } from '../rig.ts';
import { homeIn, olderClient, unseenUntil } from './older-pair.ts';
import { CHALLENGED, cardUntil, MONEY, startWorld, type World } from './world.ts';

const BY_ITSELF = cardUntil('12');

let world: World;
beforeAll(async () => {
  world = await startWorld({ whenUnavailable: 'PROCEED', decoupledMinutes: 60 });
});
afterAll(() => world.close());

const LAPSED = {
  result: 'FAILURE',
  response: { gatewayCode: 'DECLINED', gatewayRecommendation: 'DO_NOT_PROCEED' },
  order: { status: 'AUTHENTICATION_UNSUCCESSFUL', authenticationStatus: 'AUTHENTICATION_UNAVAILABLE' },
};
const authenticationOf = async (order: string) => (await world.get(`/order/${order}/transaction/a`)).json;

async function paysNothing(order: string, card: object): Promise<void> {
  const body = { ...paying('PAY', { ...card, order: MONEY }), authentication: { transactionId: 'a' } };
  const { json } = await world.put(order, '1', body);
  expect([json.result, json.response.gatewayCode]).toEqual(['FAILURE', 'AUTHENTICATION_FAILED']);
  expect(world.rig.host.ledger({ order })).toEqual([]);
}

it('a browser that returns without a valid CRes ends no challenge, and pays nothing by it', async () => {
  const { order, asked } = await world.authenticated(CHALLENGED);
  const { acsUrl, cReq } = asked.json.authentication.redirect.customizedHtml['3ds2'];
  await fetch(acsUrl, { method: 'POST', body: new URLSearchParams({ creq: cReq }) });
  const home = world.threeDS.threeDS.ledger.transactions.all({}).at(-1)?.notification_url ?? '';
  await fetch(home, { method: 'POST', body: new URLSearchParams({ cres: 'junk' }) });
  world.rig.later(61_000);
  expect(await authenticationOf(order)).toMatchObject({ result: 'PENDING', response: { gatewayCode: 'PENDING' } });
  world.rig.later(10 * MINUTE_MS);
  expect(await authenticationOf(order)).toMatchObject(LAPSED);
  await paysNothing(order, CHALLENGED);
});

it('payers of a decoupled authentication pay nothing by not answering', async () => {
  const { order, asked } = await world.authenticated(BY_ITSELF);
  expect(asked.json.result).toBe('PENDING');
  world.rig.later(61 * MINUTE_MS);
  expect(await authenticationOf(order)).toMatchObject(LAPSED);
  await paysNothing(order, BY_ITSELF);
});

it('payers of a client with the older pair pay nothing either', async () => {
  const client = olderClient(world);
  const checked = await client.checked(unseenUntil('7'));
  await client.come(checked);
  expect((await client.look(checked)).text).toContain('data-kind="challenge"');
  world.rig.later(11 * MINUTE_MS);
  const home = homeIn((await client.look(checked)).text);
  const { json } = await client.process(checked.id, home?.fields.PaRes);
  expect(json).toMatchObject({
    '3DSecure': { paResStatus: 'U', summaryStatus: 'AUTHENTICATION_NOT_AVAILABLE' },
    response: { gatewayRecommendation: 'DO_NOT_PROCEED' },
  });
  const order = 'LAPSED-OLDER';
  const paid = await client.pay(checked.id, unseenUntil('7'), {}, order);
  expect([paid.json.result, paid.json.response.gatewayCode]).toEqual(['FAILURE', 'AUTHENTICATION_FAILED']);
  expect(world.rig.host.ledger({ order })).toEqual([]);
});
