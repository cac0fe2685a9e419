/** Clients parse ids, receipts, versions and times by their formats. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { checkout } from './server-requests.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('a checkout is answered in the formats that clients read: the indicator, and a session’s version that counts its updates', async () => {
  const { json } = await rig.api('POST', '/session', checkout());
  expect(json.successIndicator).toMatch(/^[0-9a-f]{16,32}$/);
  expect(json.session.version).toMatch(/^[0-9a-f]{8}\d\d$/);
  expect(json.session.aes256Key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  const updated = await rig.api('PUT', `/session/${json.session.id}`, { order: { description: 'Tea' } });
  const count = ({ version }: { version: string }) => Number(version.slice(-2));
  expect(count(updated.json.session)).toBe(count(json.session) + 1);
});

it('a payment is answered in the formats that clients read: receipt, expiry and masked number', async () => {
  const { json } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'));
  const at = new Date(json.timeOfRecord);
  const day = Math.floor(
    (Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()) - Date.UTC(at.getUTCFullYear(), 0, 0)) /
      86_400_000,
  );
  const text = (value: number, digits: number) => `${value}`.padStart(digits, '0').slice(-digits);
  const when = text(at.getUTCFullYear(), 1) + text(day, 3) + text(at.getUTCHours(), 2);
  expect(json.transaction.receipt).toMatch(new RegExp(`^${when}\\d{6}$`));
  expect(json.transaction.receipt.slice(-6)).toBe(json.authorizationResponse.stan.padStart(6, '0'));
  expect(json.transaction.authorizationCode).toMatch(/^\w{6}$/);
  expect(json.sourceOfFunds.provided.card).toMatchObject({
    number: '512345xxxxxx0008',
    expiry: { month: '1', year: '39' },
  });
  for (const time of [json.timeOfRecord, json.timeOfLastUpdate, json.order.creationTime]) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});
