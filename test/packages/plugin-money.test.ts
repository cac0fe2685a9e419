/** Amounts of the plugins: their decimals must be the gateway's, or the payer pays another amount. */
import { describe, expect, it } from 'vitest';
import { fromGateway, toGateway } from '../../packages/vendure/src/money.js';
import { CURRENCIES } from '../../src/contract/currencies.ts';

describe('the plugin of Vendure', () => {
  it('writes each currency with the decimals of the gateway, and reads its own amounts back', () => {
    const written = Object.entries(CURRENCIES).map(([currency, [, decimals]]) => {
      const text: string = toGateway(12_0000, currency, 4);
      return [currency, text.split('.')[1]?.length ?? 0, fromGateway(Number(text), 4), decimals];
    });
    expect(written.filter(([, length, back, decimals]) => length !== decimals || back !== 12_0000)).toEqual([]);
  });
});
