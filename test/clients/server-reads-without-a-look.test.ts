/** Clients read these fields of an answer without checking that they exist. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const put = (body: object, order = newOrderId()) => rig.api('PUT', `/order/${order}/transaction/1`, body);

describe.each([
  ['AUTHORIZE', 'AUTHORIZATION', 'AUTHORIZED', '12.00', '0.00'],
  ['PAY', 'PAYMENT', 'CAPTURED', '12.00', '12.00'],
  ['VERIFY', 'VERIFICATION', 'VERIFIED', '0.00', '0.00'],
])('%s by card', (operation, type, status, authorized, captured) => {
  it('answers all fields that clients read without checking', async () => {
    const order = newOrderId();
    const body = {
      ...paying(operation),
      order: { amount: '12.00', currency: 'EUR', reference: 'R-1', description: 'Tea' },
      transaction: { reference: 'T-1' },
    };
    const reply = await put(body, order);
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({
      merchant: 'TESTSHOP',
      result: 'SUCCESS',
      version: '100',
      gatewayEntryPoint: 'WEB_SERVICES_API',
      timeOfRecord: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      timeOfLastUpdate: expect.stringMatching(/Z$/),
      order: { id: order, currency: 'EUR', status, reference: 'R-1', description: 'Tea' },
      transaction: {
        id: '1',
        type,
        currency: 'EUR',
        reference: 'T-1',
        authorizationCode: expect.stringMatching(/^\w{6}$/),
        receipt: expect.stringMatching(/^\d{12}$/),
        authenticationStatus: expect.any(String),
      },
      sourceOfFunds: {
        type: 'CARD',
        provided: {
          card: {
            brand: 'MASTERCARD',
            scheme: 'MASTERCARD',
            number: '512345xxxxxx0008',
            expiry: { month: '1', year: '39' },
            fundingMethod: expect.stringMatching(/^(CHARGE|CREDIT|DEBIT|UNKNOWN)$/),
          },
        },
      },
      response: {
        gatewayCode: 'APPROVED',
        acquirerCode: '00',
        acquirerMessage: 'Approved',
        cardSecurityCode: { gatewayCode: 'MATCH' },
        risk: { gatewayCode: 'NOT_CHECKED' },
      },
      risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    });
    expect(reply.text).toContain(`"totalAuthorizedAmount":${authorized}`);
    expect(reply.text).toContain(`"totalCapturedAmount":${captured}`);
    expect(reply.text).toContain('"totalRefundedAmount":0.00');
    expect(rig.host.ledger({ order })).toMatchObject([
      { kind: type, merchant: 'TESTSHOP', transaction: '1', state: 'APPROVED' },
    ]);
  });
});
