/** Clients read a token's expiry as MMYY, and ask the payer for the card again unless GET answers SUCCESS and VALID. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARD, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const withCard = (details: object = {}, more: object = {}) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: CARD.number, expiry: CARD.expiry, ...details } } },
  ...more,
});
const post = (body: object) => rig.api('POST', '/token', body);
const get = (token: string) => rig.api('GET', `/token/${token}`);

it('a token is answered with the fields that clients read: its validity, and the card with its expiry as one text', async () => {
  const reply = await post(withCard({ nameOnCard: 'Ann Lee' }, { correlationId: 'mine' }));
  expect(reply.status).toBe(201);
  expect(reply.json).toEqual({
    correlationId: 'mine',
    repositoryId: 'TESTSHOP',
    response: { gatewayCode: 'APPROVED' },
    result: 'SUCCESS',
    sourceOfFunds: {
      type: 'CARD',
      provided: {
        card: {
          brand: 'MASTERCARD',
          expiry: '0139',
          fundingMethod: 'CREDIT',
          nameOnCard: 'Ann Lee',
          number: '512345xxxxxx0008',
          scheme: 'MASTERCARD',
        },
      },
    },
    status: 'VALID',
    token: expect.stringMatching(/^9[0-9]{15}$/),
    verificationStrategy: 'BASIC',
  });
});

it('a token is created from a session’s card, as shops send it, with a slash at the end of the address', async () => {
  const { session } = (await rig.api('POST', '/session')).json;
  await rig.api('PUT', `/session/${session.id}`, withCard({ securityCode: '100' }));
  const reply = await rig.api('POST', '/token/', { session: { id: session.id }, sourceOfFunds: { type: 'CARD' } });
  expect([reply.status, reply.json.sourceOfFunds.provided.card.number]).toEqual([201, '512345xxxxxx0008']);
});

it('a token of an expired card is answered INVALID, after which shops ask for the card again', async () => {
  const { json } = await post(withCard({ expiry: { month: '1', year: '20' } }));
  expect([json.result, json.status]).toEqual(['SUCCESS', 'INVALID']);
  expect((await get(json.token)).json).toMatchObject({ result: 'SUCCESS', status: 'INVALID' });
});
