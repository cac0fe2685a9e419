/** The merchant's rules on the issuer's AVS and CSC results. */
import { describe, expect, it } from 'vitest';
import { riskCode } from '../../../src/api/rest/answers/risk-answer.ts';
import type { AddressResult, SecurityCodeResult } from '../../../src/contract/fields/verification-fields.ts';
import type { AcquirerReply } from '../../../src/core/ports/index.ts';
import { answered, cardBody } from '../world.ts';
import { bench } from './bench.ts';

const RULES = { rejectOn: { avs: ['NO_MATCH', 'NOT_VERIFIED'], csc: ['NO_MATCH'] } };
const avs = (gatewayCode: AddressResult) => ({ avs: { acquirerCode: 'X', gatewayCode } });
const csc = (gatewayCode: SecurityCodeResult) => ({ securityCode: { acquirerCode: 'X', gatewayCode } });

describe.each([
  ['AUTHORIZE', 'AUTHORIZATION'],
  ['PAY', 'PAYMENT'],
  ['VERIFY', 'VERIFICATION'],
] as const)('%s that the issuer approved', (operation, kind) => {
  it.each<[string, Partial<AcquirerReply>, string]>([
    ['an address', avs('NO_MATCH'), 'DECLINED_AVS'],
    ['a security code', csc('NO_MATCH'), 'DECLINED_CSC'],
    ['both', { ...avs('NOT_VERIFIED'), ...csc('NO_MATCH') }, 'DECLINED_AVS_CSC'],
  ])('is declined for %s that the profile refuses, and reversed', async (_what, said, gatewayCode) => {
    const on = bench(RULES);
    on.acquirer.says = () => answered(said);
    const { outcome } = await on.run(operation, '1', cardBody());
    expect(outcome).toMatchObject({
      gatewayCode,
      reply: { ...said, gatewayCode: 'APPROVED' },
      order: { status: 'FAILED' },
    });
    expect(on.standing()).toMatchObject({ status: 'FAILED', authorized: 0n, captured: 0n });
    await on.reverse();
    expect(on.acquirer.advices).toMatchObject([{ advice: { originalKind: kind, original: on.asked().trace } }]);
    on.acquirer.says = () => answered();
    await on.run(operation, '2', cardBody());
  });

  it.each<[string, Partial<AcquirerReply>]>([
    ['an address that matches', avs('ADDRESS_MATCH')],
    ['an address that was not compared', avs('NOT_REQUESTED')],
    ['no word on either', {}],
  ])('stays approved with %s', async (_what, said) => {
    const on = bench(RULES);
    on.acquirer.says = () => answered(said);
    expect((await on.run(operation, '1', cardBody())).outcome?.gatewayCode).toBe('APPROVED');
    expect(on.orders.reversals.size).toBe(0);
  });

  it('stays approved with any result, where the profile refuses none', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ ...avs('NO_MATCH'), ...csc('NO_MATCH') });
    expect((await on.run(operation, '1', cardBody())).outcome?.gatewayCode).toBe('APPROVED');
  });
});

it('a payment is approved though a stored profile has unknown values, as not checked by the merchant’s rules', async () => {
  const on = bench({ risk: { rules: [{ name: 'from before they were refused' }] } });
  on.acquirer.says = () => answered(avs('ADDRESS_MATCH'));
  const paid = await on.run('PAY', '1', cardBody());
  expect([paid.outcome?.gatewayCode, riskCode(paid)]).toEqual(['APPROVED', 'NOT_CHECKED']);
});

it.each(['PENDING', 'UNKNOWN', 'APPROVED_PENDING_SETTLEMENT'] as const)(
  'an answer %s is refused at once, so that it cannot become an approval later',
  async (gatewayCode) => {
    const on = bench(RULES);
    on.acquirer.says = () => answered({ gatewayCode, ...avs('NO_MATCH') });
    expect((await on.run('PAY', '1', cardBody())).outcome?.gatewayCode).toBe('DECLINED_AVS');
    expect([on.orders.followUps.size, on.orders.reversals.size]).toEqual([0, 1]);
  },
);

it('a decline by the issuer keeps the issuer’s reason, and is not reversed', async () => {
  const on = bench(RULES);
  on.acquirer.says = () => answered({ gatewayCode: 'INSUFFICIENT_FUNDS', ...avs('NO_MATCH') });
  expect((await on.run('PAY', '1', cardBody())).outcome?.gatewayCode).toBe('INSUFFICIENT_FUNDS');
  expect(on.orders.reversals.size).toBe(0);
});

it('a payment that bypasses the merchant’s rules stays approved with any result', async () => {
  const on = bench(RULES);
  on.acquirer.says = () => answered(avs('NO_MATCH'));
  const { outcome } = await on.run('PAY', '1', { ...cardBody(), action: { bypassMerchantRiskRules: 'ALL' } });
  expect(outcome?.gatewayCode).toBe('APPROVED');
});
