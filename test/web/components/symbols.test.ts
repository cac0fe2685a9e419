import { describe, expect, it } from 'vitest';
import { BRAND_DRAWINGS } from '../../../src/web/components/marks/drawings.ts';
import { symbolsOf } from '../../../src/web/components/marks/symbols.ts';
import { payPage } from '../pages/fixtures.ts';

const ART = { viewBox: '0 0 48 32', drawing: '<path d="M0 0h9v9z"/>' };

describe('the symbols of a page', () => {
  it('are our own drawings without the operator’s artwork', () => {
    const symbols = symbolsOf({ ...payPage(), brands: ['VISA'] });
    expect(symbols.find(({ id }) => id === 'm-VISA')?.drawing).toBe(BRAND_DRAWINGS.VISA);
  });

  it('are the operator’s artwork where the page shows its brand, and each symbol is there once', () => {
    const symbols = symbolsOf({
      ...payPage(),
      brands: ['VISA', 'JCB'],
      artwork: { VISA: ART, AMEX: ART, constructor: ART },
    });
    expect(symbols.find(({ id }) => id === 'm-VISA')).toEqual({ id: 'm-VISA', ...ART });
    expect(symbols.find(({ id }) => id === 'm-JCB')?.drawing).toBe(BRAND_DRAWINGS.JCB);
    expect(symbols.map(({ id }) => id)).not.toContain('m-AMEX');
    expect(new Set(symbols.map(({ id }) => id)).size).toBe(symbols.length);
  });

  it('have a wallet’s artwork only if the page has the wallet', () => {
    const artwork = { applePay: ART };
    const button = { id: 'applePay', name: 'Apple Pay', request: '{}' } as const;
    expect(symbolsOf({ ...payPage(), artwork }).map(({ id }) => id)).not.toContain('m-applePay');
    expect(symbolsOf({ ...payPage(), artwork, deviceWallets: [button] }).map(({ id }) => id)).toContain('m-applePay');
  });
});
