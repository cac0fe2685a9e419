/** The exports that a package must have, and the errors that name a wrong one. */
import { describe, expect, it } from 'vitest';
import { packageNames } from '../../../../src/adapters/providers/packages/package-names.ts';
import { validatePackage } from '../../../../src/adapters/providers/packages/validate-package.ts';
import type { Provider } from '../../../../src/core/ports/index.ts';
import { provider } from './village-pay/index.ts';

const validate = (exported: unknown) => validatePackage('@acme/turnpike-pay', exported);

describe('a package', () => {
  it('that exports a provider is accepted unchanged, with its adapter checked', () => {
    expect(validate({ provider, more: 1 })).toEqual({ ...provider, open: expect.any(Function) });
    const adapter = validate({ provider }).open({
      env: { VILLAGE_PAY_URL: 'http://127.0.0.1:9', VILLAGE_PAY_KEY: 'k' },
    });
    expect(adapter?.id).toBe('villagePay');
    expect(validate({ provider }).open({ env: {} })).toBeUndefined();
  });

  it.each<[unknown, RegExp]>([
    [undefined, /exports no provider\. It is to export one: /],
    [{ default: provider }, /exports no provider\. It is to export one: /],
    [{ provider: { ...provider, port: undefined } }, /: provider\.port is missing, and this Turnpike has version 1 /],
    [{ provider: { ...provider, port: 2 } }, /: provider\.port is 2, .* Install a version of the package /],
    [{ provider: { ...provider, facts: undefined } }, /: provider\.facts are missing\. /],
    [{ provider: { ...provider, open: {} } }, /: provider\.open is no function\. /],
    [{ provider: { ...provider, standIn: {} } }, /: provider\.standIn is no function\. /],
    [
      { provider: { ...provider, opens: 1 } },
      /: provider\.opens is no member\. There are port, id, facts, open, standIn\.$/,
    ],
  ])('that exports another value is refused with its name and the member: %#', (exported, says) => {
    expect(() => validate(exported)).toThrow(says);
    expect(() => validate(exported)).toThrow(/^@acme\/turnpike-pay\b[^\n]*$/);
  });

  it('whose adapter lacks a function is refused on opening', () => {
    const half = { id: 'villagePay', create: () => undefined, state: () => undefined } as unknown as Provider;
    expect(() => validate({ provider: { ...provider, open: () => half } }).open({ env: {} })).toThrow(
      'PROVIDERS: @acme/turnpike-pay: the adapter that open gives has no function confirm.',
    );
  });
});

describe('PROVIDERS', () => {
  it.each([
    [undefined, []],
    ['', []],
    [' , ', []],
    ['@acme/turnpike-klarna', ['@acme/turnpike-klarna']],
    ['pay, ./providers/village-pay.ts,/srv/town.js', ['pay', './providers/village-pay.ts', '/srv/town.js']],
    ['@acme/all/klarna.js,C:\\providers\\one.ts', ['@acme/all/klarna.js', 'C:\\providers\\one.ts']],
  ])('%j names %j', (setting, names) => {
    expect(packageNames(setting)).toEqual(names);
  });

  it.each([
    ['pay,,town', /^"" cannot be used: it takes packages and files, such as /],
    ['https://pay.example/x.js', /^"https:\/\/pay\.example\/x\.js" cannot be used/],
    ['node:fs', /^"node:fs" cannot be used/],
    ['data:text/javascript,1', /^"data:text\/javascript" cannot be used/],
    ['../../../providers/x y', undefined],
    ['a b', /^"a b" cannot be used/],
    ['pay,town,pay', /^it names pay twice\. Take one of them out\.$/],
    [Array.from({ length: 51 }, (_, index) => `pay${index}`).join(), /^it names 51 packages, and takes at most 50\.$/],
  ])('%j is accepted or refused by its form', (setting, says) => {
    if (says === undefined) {
      expect(packageNames(setting)).toHaveLength(1);
    } else {
      expect(() => packageNames(setting)).toThrow(says);
    }
  });
});
