import { describe, expect, it } from 'vitest';
import {
  decodeOriginalData,
  encodeOriginalData,
} from '../../../../../src/adapters/acquirers/iso8583/message/original-data.ts';
import { transmissionTimes } from '../../../../../src/adapters/acquirers/iso8583/message/times.ts';

describe('the fields that name a message', () => {
  it('derives fields 7, 12 and 13 from the instant in UTC', () => {
    expect(transmissionTimes(Date.UTC(2026, 0, 2, 3, 4, 5, 999))).toEqual({
      transmission: '0102030405',
      time: '030405',
      date: '0102',
    });
    expect(transmissionTimes(Date.UTC(2026, 11, 31, 23, 59, 59)).transmission).toBe('1231235959');
  });

  it('names an original in 42 digits and reads it back', () => {
    const original = { mti: '0100', stan: '000042', transmission: '1121024500' };
    expect(encodeOriginalData(original)).toBe('010000004211210245000000000000000000000000');
    expect(decodeOriginalData(encodeOriginalData(original))).toEqual(original);
  });
});
