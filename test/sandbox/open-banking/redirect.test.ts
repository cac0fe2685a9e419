/** A payment with a redirect to the bank's page. */
import { expect, it } from 'vitest';
import { CREDITOR, confirmed, initiated, NOK, RETURN, rigWith, SCT, step } from './rig.ts';

it('a payment is initiated, authorised on the page, settled, and booked on both accounts', async () => {
  const rig = await rigWith({ speed: 1_000 });
  const { status, headers, body } = await initiated(rig, 'nordbank');
  expect({ status, approach: headers['aspsp-sca-approach'] }).toEqual({ status: 201, approach: 'REDIRECT' });
  expect(body).toMatchObject({ transactionStatus: 'RCVD', _links: { self: {}, status: {}, scaRedirect: {} } });
  expect(headers.location).toBe(body._links.self.href);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'received' });

  expect(await confirmed(body._links.scaRedirect.href)).toBe(RETURN);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'finalised' });
  await expect
    .poll(async () => (await rig.follow(body._links.status.href)).body)
    .toEqual({ transactionStatus: 'ACSC' });
  await expect.poll(async () => (await rig.control('GET', `/statements/${CREDITOR}`)).length).toBe(1);
  const { entries, statuses } = await rig.control('GET', '/ledger/rows');
  expect(entries).toMatchObject([
    { direction: 'DBIT', amount: '1250', other_name: 'Example Shop', remittance: 'ORDER-1' },
    { direction: 'CRDT', amount: '1250', iban: CREDITOR, end_to_end: 'TRANSACTION-1', other_name: 'Anna Example' },
  ]);
  expect(statuses.map((one: { status: string }) => one.status)).toEqual(['RCVD', 'ACTC', 'ACSP', 'ACSC']);
  expect(await rig.control('GET', '/violations')).toEqual({ violations: [], unknownFields: [] });
});

it('a payment is rejected when its payer cancels, with a redirect to the caller’s address', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  expect((await step(body._links.scaRedirect.href)).html).toContain('12.50 EUR');
  expect((await step(body._links.scaRedirect.href, { choice: 'CANCEL' })).to).toBe(NOK);
  expect((await rig.follow(body._links.scaStatus.href)).body).toEqual({ scaStatus: 'failed' });
  expect((await rig.follow(body._links.status.href)).body).toEqual({ transactionStatus: 'RJCT' });
});

it('a payment is cancelled by its caller', async () => {
  const rig = await rigWith();
  const { body } = await initiated(rig, 'nordbank');
  const { status, text } = await rig.follow(body._links.self.href, 'DELETE');
  expect({ status, text }).toEqual({ status: 204, text: '' });
  expect((await rig.ask('nordbank', 'GET', `${SCT}/${body.paymentId}`)).body).toMatchObject({
    transactionStatus: 'CANC',
    creditorName: 'Example Shop',
  });
  expect((await step(body._links.scaRedirect.href)).to).toBe(NOK);
});
