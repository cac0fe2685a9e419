/** Every refusal in PayPal's documentation, for every call of the adapter: all fail, without moving money. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { moveAtPayPal } from '../../../../src/adapters/providers/paypal/movements.ts';
import { PayPalClient } from '../../../../src/adapters/providers/paypal/paypal-client.ts';
import { PAYPAL_SITES } from '../../../../src/adapters/providers/paypal/paypal-sites.ts';
import { resultOf } from '../../../../src/contract/gateway-codes.ts';
import type { ProviderMovement } from '../../../../src/core/ports/index.ts';
import { approved, created, entriesOf, movementOn, paid, paymentFor, type Rig, rigWith } from './rig.ts';

interface Described {
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly answers: Readonly<Record<string, { readonly issues?: readonly string[] }>>;
  }[];
}

const DESCRIBED = JSON.parse(
  readFileSync(new URL('../../../../src/sandbox/paypal/facts.json', import.meta.url), 'utf8'),
) as Described;

/** The issues of 422, which the simulator returns on demand. */
function issuesOf(path: string): readonly string[] {
  const operation = DESCRIBED.operations.find((one) => one.method === 'POST' && one.path === path);
  const issues = operation?.answers['422']?.issues ?? [];
  expect(issues.length, path).toBeGreaterThan(0);
  return issues;
}

const refuse = ({ simulator }: Rig, operation: string, issue: string) =>
  simulator.paypal.outcomes.choose(operation, { issue }, 1);

it('a refusal of a new payment has PayPal’s own code', async () => {
  const rig = await rigWith();
  for (const issue of issuesOf('/v2/checkout/orders')) {
    refuse(rig, 'orders.create', issue);
    const outcome = await rig.adapter.create(paymentFor(rig.account));
    expect(outcome, issue).toMatchObject({ status: 'REFUSED', reply: { code: issue } });
    expect(outcome.status === 'REFUSED' && resultOf(outcome.reply.gatewayCode), issue).toBe('FAILURE');
  }
  expect(entriesOf(rig)).toEqual([]);
});

it.each([
  ['PAY', 'orders.capture', '/v2/checkout/orders/{id}/capture'],
  ['AUTHORIZE', 'orders.authorize', '/v2/checkout/orders/{id}/authorize'],
] as const)('a refusal of a completion takes no money: %s', async (operation, name, path) => {
  const rig = await rigWith();
  for (const issue of issuesOf(path)) {
    const { asked } = await approved(rig, { operation });
    refuse(rig, name, issue);
    const state = await rig.adapter.confirm(asked);
    expect(['CHOOSE_AGAIN', 'DECIDED', 'NO_ANSWER'], `${issue} ${state.status}`).toContain(state.status);
    if ('reply' in state) {
      expect([resultOf(state.reply.gatewayCode), state.reply.code], issue).toEqual(['FAILURE', issue]);
    }
  }
  expect(new Set(entriesOf(rig))).toEqual(new Set(['ORDER 12.00 APPROVED']));
});

it.each([
  ['CAPTURE', 'authorizations.capture', '/v2/payments/authorizations/{authorization_id}/capture'],
  ['UPDATE', 'authorizations.reauthorize', '/v2/payments/authorizations/{authorization_id}/reauthorize'],
  ['VOID', 'authorizations.void', '/v2/payments/authorizations/{authorization_id}/void'],
  ['REFUND', 'captures.refund', '/v2/payments/captures/{capture_id}/refund'],
] as const)('a refusal of a movement moves nothing: %s', async (kind, name, path) => {
  const rig = await rigWith();
  const payment = await paid(rig, { operation: kind === 'REFUND' ? 'PAY' : 'AUTHORIZE' });
  if (kind === 'UPDATE') {
    rig.simulator.paypal.setAhead(4 * 86_400_000);
  }
  const before = entriesOf(rig);
  for (const issue of issuesOf(path)) {
    const movement: ProviderMovement = movementOn(payment, { kind, restsOn: payment.restsOn, amount: 100n });
    refuse(rig, name, issue);
    const outcome = await rig.adapter.move(movement);
    expect(outcome, issue).toMatchObject({ status: 'REPLIED', reply: { code: issue } });
    expect(outcome.status === 'REPLIED' && resultOf(outcome.reply.gatewayCode), issue).toBe('FAILURE');
  }
  expect(entriesOf(rig)).toEqual(before);
});

it.each([
  ['CAPTURE', 'DECLINED', 'DECLINED', 'AUTHORIZATION_DENIED'],
  ['CAPTURE', 'PAYER_CANNOT_PAY', 'DECLINED', 'PAYER_CANNOT_PAY'],
  ['CAPTURE', 'SYSTEM_ERROR', 'DECLINED', 'TRANSACTION_REFUSED'],
  ['UPDATE', 'NOT_SUPPORTED', 'NOT_SUPPORTED', 'REAUTHORIZATION_NOT_SUPPORTED'],
  ['UPDATE', 'AUTHORIZATION_VOIDED', 'UNSPECIFIED_FAILURE', 'AUTHORIZATION_VOIDED'],
  ['VOID', 'DECLINED', 'UNSPECIFIED_FAILURE', 'CANNOT_BE_VOIDED'],
  ['VOID', 'PREVIOUSLY_CAPTURED', 'UNSPECIFIED_FAILURE', 'PREVIOUSLY_CAPTURED'],
  ['REFUND', 'INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS', 'REFUND_FAILED_INSUFFICIENT_FUNDS'],
  ['REFUND', 'BLOCKED', 'DECLINED', 'REFUND_NOT_ALLOWED'],
  ['REFUND', 'ACQUIRER_SYSTEM_ERROR', 'ACQUIRER_SYSTEM_ERROR', 'PAYEE_ACCOUNT_RESTRICTED'],
] as const)(
  'a refusal of a %s is forced by the reference .FAIL_%s, as %s, and moves nothing',
  async (kind, forced, gatewayCode, code) => {
    const rig = await rigWith();
    const payment = await paid(rig, { operation: kind === 'REFUND' ? 'PAY' : 'AUTHORIZE' });
    const before = entriesOf(rig);
    const movement = movementOn(payment, { kind, restsOn: payment.restsOn, transactionReference: `.FAIL_${forced}` });
    expect(await rig.adapter.move(movement)).toMatchObject({ status: 'REPLIED', reply: { gatewayCode, code } });
    expect(entriesOf(rig)).toEqual(before);
  },
);

it.each([
  ['CAPTURE', 'APPROVED', 'APPROVED'],
  ['REFUND', 'PENDING', 'PENDING'],
] as const)('a refusal of a %s is not forced by .FAIL_%s, which is %s', async (kind, forced, gatewayCode) => {
  const rig = await rigWith();
  const payment = await paid(rig, { operation: kind === 'REFUND' ? 'PAY' : 'AUTHORIZE' });
  const movement = movementOn(payment, { kind, restsOn: payment.restsOn, transactionReference: `.FAIL_${forced}` });
  expect(await rig.adapter.move(movement)).toMatchObject({ status: 'REPLIED', reply: { gatewayCode } });
});

it('a refusal cannot be forced where real money moves', async () => {
  const rig = await rigWith();
  const payment = await paid(rig);
  const api = new PayPalClient({ api: rig.simulator.base, isForTests: PAYPAL_SITES.live.isForTests });
  const transactionReference = '.FAIL_DECLINED';
  const refund = movementOn(payment, { kind: 'REFUND', restsOn: payment.restsOn, transactionReference });
  expect(await moveAtPayPal(refund, api.turn.bind(api))).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
});

it('a refusal for a name that another request of ours had does not reveal that request’s result', async () => {
  const rig = await rigWith();
  const payment = await paid(rig);
  const refund = movementOn(payment, { kind: 'REFUND', restsOn: payment.restsOn, amount: 500n });
  await rig.adapter.move(refund);
  expect(await rig.adapter.move({ ...refund, amount: 600n })).toEqual({ status: 'NO_ANSWER' });
  expect(entriesOf(rig).at(-1)).toBe('REFUND 5.00 COMPLETED');
});

it('a refusal of a malformed request is a defect of ours, and no payment', async () => {
  const rig = await rigWith();
  const returnUrl = 'not a url';
  expect(await rig.adapter.create(paymentFor(rig.account, { returnUrl }))).toMatchObject({
    status: 'REFUSED',
    reply: { gatewayCode: 'SYSTEM_ERROR' },
  });
  await expect(created(rig)).resolves.toBeDefined();
});
