import { describe, expect, it } from 'vitest';
import {
  inquiryMeaningOf,
  mappedResponseCodes,
  needsAuthentication,
  responseMeaningOf,
} from '../../../src/adapters/acquirers/response-codes.ts';
import { verificationCodes } from '../../../src/adapters/acquirers/verification-codes.ts';
import { GATEWAY_CODES } from '../../../src/contract/gateway-codes.ts';
import { declineClass } from '../../../src/core/limits/decline-classes.ts';

describe('field 39', () => {
  it.each([
    ['00', 'APPROVED'],
    ['01', 'REFERRED'],
    ['05', 'DECLINED'],
    ['51', 'INSUFFICIENT_FUNDS'],
    ['54', 'EXPIRED_CARD'],
    ['91', 'ACQUIRER_SYSTEM_ERROR'],
    ['96', 'SYSTEM_ERROR'],
    ['76', 'UNSPECIFIED_FAILURE'],
    ['T1', 'TIMED_OUT'],
  ])('%s means %s', (code, gatewayCode) => {
    expect(responseMeaningOf(code).gatewayCode).toBe(gatewayCode);
  });

  it('maps to every gateway code', () => {
    const reached = new Set(mappedResponseCodes().map((code) => responseMeaningOf(code).gatewayCode));
    const missing = Object.keys(GATEWAY_CODES).filter((code) => !reached.has(code as keyof typeof GATEWAY_CODES));
    expect(missing).toEqual([]);
  });

  it.each(['ZZ', '99', '__', ''])('treats %j, which is in no table, as a failure', (code) => {
    expect(responseMeaningOf(code).gatewayCode).toBe('UNSPECIFIED_FAILURE');
  });

  it.each([
    ['65', '5123456789012346', true],
    ['65', '2221000000000009', true],
    ['65', '4508750015741019', false],
    ['65', undefined, false],
    ['1A', '4508750015741019', true],
    ['1A', undefined, true],
    ['05', '5123456789012346', false],
  ])('%s of the card %s is a soft decline: %s', (code, number, isSoft) => {
    expect(needsAuthentication(responseMeaningOf(code), number)).toBe(isSoft);
  });

  it.each(['04', '07', '14', '15', '41', '43', '46', 'R0', 'R1', 'R3'])('%s declines the card for good', (code) => {
    const { gatewayCode } = responseMeaningOf(code);
    expect(declineClass(gatewayCode, { acquirerCode: code })).toBe('NEVER');
  });

  it('R1 means that the cardholder revoked the authorization, or in the answer to an inquiry that it was reversed', () => {
    expect([responseMeaningOf('R1').message, inquiryMeaningOf('R1').message]).toEqual(['Auth. revoked', 'Reversed']);
    expect(inquiryMeaningOf('05')).toEqual(responseMeaningOf('05'));
  });

  it('has a message for each code, within the answer’s 16 characters', () => {
    const messages = mappedResponseCodes().map((code) => responseMeaningOf(code).message);
    expect(messages.filter((message) => !/^[\x20-\x7e]{1,16}$/.test(message))).toEqual([]);
  });
});

describe('field 44', () => {
  it('holds the address check, followed by the security code check', () => {
    expect(verificationCodes('AN')).toEqual({
      avs: { acquirerCode: 'A', gatewayCode: 'ADDRESS_MATCH' },
      securityCode: { acquirerCode: 'N', gatewayCode: 'NO_MATCH' },
    });
  });

  it('may have only one of the two results, or none', () => {
    expect(verificationCodes(' M')).toEqual({ securityCode: { acquirerCode: 'M', gatewayCode: 'MATCH' } });
    expect(verificationCodes('Y')).toEqual({ avs: { acquirerCode: 'Y', gatewayCode: 'ADDRESS_ZIP_MATCH' } });
    expect(verificationCodes(undefined)).toEqual({});
  });

  it('does not treat an unknown letter as a match', () => {
    expect(verificationCodes('??')).toMatchObject({
      avs: { gatewayCode: 'NOT_VERIFIED' },
      securityCode: { gatewayCode: 'NOT_PROCESSED' },
    });
  });
});
