/** PayPal's refusals, translated into gateway codes. */
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../../src/adapters/providers/paypal/issues.ts';
import { resultOf } from '../../../../src/contract/gateway-codes.ts';

const refused = (code: number, ...issues: readonly string[]) =>
  refusalOf({
    code,
    body: {
      name: 'UNPROCESSABLE_ENTITY',
      message: 'The requested action could not be performed.',
      details: issues.map((issue) => ({ issue, description: `About ${issue}.` })),
    },
  });

describe('a refusal', () => {
  it.each([
    [422, 'TRANSACTION_REFUSED', 'DECLINED'],
    [422, 'PAYER_CANNOT_PAY', 'DECLINED'],
    [422, 'COMPLIANCE_VIOLATION', 'BLOCKED'],
    [422, 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', 'EXCEEDED_RETRY_LIMIT'],
    [422, 'PAYEE_ACCOUNT_RESTRICTED', 'ACQUIRER_SYSTEM_ERROR'],
    [422, 'REAUTHORIZATION_NOT_SUPPORTED', 'NOT_SUPPORTED'],
    [422, 'REFUND_FAILED_INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS'],
    [422, 'ORDER_EXPIRED', 'ABORTED'],
    [403, 'PERMISSION_DENIED', 'ACQUIRER_SYSTEM_ERROR'],
    [400, 'INVALID_PARAMETER_SYNTAX', 'SYSTEM_ERROR'],
    [422, 'SOMETHING_NEW', 'UNSPECIFIED_FAILURE'],
    [403, 'SOMETHING_NEW', 'ACQUIRER_SYSTEM_ERROR'],
    [404, 'INVALID_RESOURCE_ID', 'UNSPECIFIED_FAILURE'],
  ])('%i %s is %s', (code, issue, gatewayCode) => {
    expect(refused(code, issue)).toMatchObject({
      issue,
      mayChooseAgain: false,
      isInProgress: false,
      reply: { gatewayCode, code: issue, message: `About ${issue}.` },
    });
    expect(resultOf(refused(code, issue)!.reply.gatewayCode)).toBe('FAILURE');
  });

  it.each(['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'])(
    '%s lets the payer choose again, and is a decline otherwise',
    (issue) => {
      expect(refused(422, issue)).toMatchObject({ mayChooseAgain: true, reply: { gatewayCode: 'DECLINED' } });
    },
  );

  it.each([
    [409, 'PREVIOUS_REQUEST_IN_PROGRESS'],
    [409, 'SOMETHING_NEW'],
    [422, 'ORDER_COMPLETION_IN_PROGRESS'],
  ])('%i %s leaves the result open', (code, issue) => {
    expect(refused(code, issue)?.isInProgress).toBe(true);
  });

  it.each(['ORDER_NOT_APPROVED', 'ORDER_ALREADY_CAPTURED', 'ORDER_ALREADY_AUTHORIZED', 'ACTION_DOES_NOT_MATCH_INTENT'])(
    '%s gives the state of the order',
    (issue) => {
      expect(refused(422, issue)?.isAboutOrder).toBe(true);
    },
  );

  it('is classified by the known issue', () => {
    expect(refused(422, 'SOMETHING_NEW', 'INSTRUMENT_DECLINED')?.issue).toBe('INSTRUMENT_DECLINED');
    expect(refused(422, 'SOMETHING_NEW', 'SOMETHING_ELSE')?.issue).toBe('SOMETHING_NEW');
  });

  it('without details is reported by its name', () => {
    expect(refusalOf({ code: 403, body: { name: 'NOT_AUTHORIZED', message: 'No.' } })).toMatchObject({
      issue: 'NOT_AUTHORIZED',
      reply: { gatewayCode: 'ACQUIRER_SYSTEM_ERROR', message: 'No.' },
    });
  });

  it('is cut to the length of an answer’s field', () => {
    const reply = refused(422, 'X'.repeat(300))?.reply;
    expect([reply?.code.length, reply?.message.length]).toEqual([100, 100]);
  });
});

it.each([
  [200, { name: 'UNPROCESSABLE_ENTITY' }],
  [404, { error: 'not found' }],
  [422, {}],
  [422, { name: '' }],
  [422, null],
  [400, 'no'],
  [403, ['x']],
])('%i %j is not recognized as a refusal by PayPal', (code, body) => {
  expect(refusalOf({ code, body: body as never })).toBeUndefined();
});
