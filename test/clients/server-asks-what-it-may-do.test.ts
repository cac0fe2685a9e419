/** Plugins call paymentOptionsInquiry, by GET or by POST, to check their credentials, and read the options. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it.each([39, 61, 72, 100])('both methods answer at version %d every field that plugins read', async (version) => {
  const answers = [
    await rig.api('GET', '/paymentOptionsInquiry', undefined, { version }),
    await rig.api('POST', '/paymentOptionsInquiry', undefined, { version }),
    await rig.api('POST', '/paymentOptionsInquiry', {}, { version }),
  ];
  for (const { status, json } of answers) {
    expect([status, json]).toEqual([200, answers[0]?.json]);
  }
  const { json } = answers[0]!;
  expect(json).toMatchObject({
    merchant: 'TESTSHOP',
    result: 'SUCCESS',
    transactionMode: expect.any(String),
    supportedPaymentOperations: expect.arrayContaining([{ supportedPaymentOperation: 'PAY' }]),
    paymentTypes: {
      card: {
        currencies: expect.arrayContaining(['EUR']),
        cardTypes: expect.arrayContaining(['MASTERCARD']),
      },
      browserPayment: expect.arrayContaining([expect.objectContaining({ type: 'DEMO_WALLET' })]),
    },
  });
  for (const { transactionSources = [] } of Object.values(json.paymentTypes) as { transactionSources?: object[] }[]) {
    expect(transactionSources.every((one) => 'transactionSource' in one)).toBe(true);
  }
  expect(json.paymentTypes.card.transactionSources).toContainEqual({ transactionSource: 'INTERNET' });
});
