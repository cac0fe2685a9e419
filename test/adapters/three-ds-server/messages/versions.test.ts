import { describe, expect, it } from 'vitest';
import { compareVersions, negotiate } from '../../../../src/adapters/three-ds-server/messages/versions.ts';

const range = (start: string, end: string) => ({ start, end });

describe('negotiating a version', () => {
  it.each([
    ['both newest', [range('2.1.0', '2.2.0'), range('2.1.0', '2.2.0')], '2.2.0'],
    ['the ACS older', [range('2.1.0', '2.1.0'), range('2.1.0', '2.2.0')], '2.1.0'],
    ['the directory server older', [range('2.1.0', '2.2.0'), range('2.1.0', '2.1.0')], '2.1.0'],
    ['both newer and still speaking ours', [range('2.1.0', '2.3.1'), range('2.2.0', '2.3.1')], '2.2.0'],
    ['the ACS newer alone', [range('2.3.1', '2.3.1'), range('2.1.0', '2.3.1')], undefined],
    ['the ACS before 2.1.0 alone', [range('2.0.1', '2.0.1')], undefined],
    ['a version with two digits in a part', [range('2.1.0', '2.10.0')], '2.2.0'],
    ['ranges that meet nowhere', [range('2.1.0', '2.1.0'), range('2.2.0', '2.3.1')], undefined],
    ['an end before its start', [range('2.2.0', '2.1.0')], undefined],
  ] as const)('gives the expected version: %s', (_, ranges, expected) => {
    expect(negotiate(ranges)).toBe(expected);
  });

  it('is limited to those that the merchant accepts', () => {
    expect(negotiate([range('2.1.0', '2.2.0')], ['2.1.0'])).toBe('2.1.0');
    expect(negotiate([range('2.2.0', '2.2.0')], ['2.1.0'])).toBeUndefined();
    expect(negotiate([range('2.1.0', '2.2.0')], [])).toBeUndefined();
  });

  it('compares numbers, not strings', () => {
    expect(['2.10.0', '2.3.1', '2.2.0', '2.1.0', '10.0.0'].sort(compareVersions)).toEqual([
      '2.1.0',
      '2.2.0',
      '2.3.1',
      '2.10.0',
      '10.0.0',
    ]);
  });
});
