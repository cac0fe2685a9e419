import { describe, expect, it } from 'vitest';
import { GATEWAY_CODES, type GatewayCode, resultOf } from '../../../src/contract/gateway-codes.ts';
import { declineClass } from '../../../src/core/limits/decline-classes.ts';

describe('a decline', () => {
  it.each([
    ['DECLINED', { acquirerCode: '05' }, 'ISSUER'],
    ['DECLINED_DO_NOT_CONTACT', { acquirerCode: '41' }, 'NEVER'],
    ['DECLINED', { acquirerCode: '14' }, 'NEVER'],
    ['DECLINED', { acquirerCode: '05', merchantAdviceCode: '03' }, 'NEVER'],
    ['DECLINED', { acquirerCode: '1A', needsAuthentication: true }, undefined],
    ['APPROVED', { acquirerCode: '00' }, undefined],
    ['ACQUIRER_SYSTEM_ERROR', { acquirerCode: '91' }, undefined],
    ['TIMED_OUT', { acquirerCode: '68' }, undefined],
  ] as const)('%s with %o is %s', (code, said, expected) => {
    expect(declineClass(code, said)).toBe(expected);
  });

  it('does not include an approval, or a result that is open', () => {
    const codes = Object.keys(GATEWAY_CODES) as GatewayCode[];
    const counted = codes.filter((code) => declineClass(code, { acquirerCode: '05' }) !== undefined);
    expect(counted.map(resultOf)).toEqual(counted.map(() => 'FAILURE'));
  });
});
