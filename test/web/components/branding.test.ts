import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandingOf, monogram } from '../../../src/web/components/branding.ts';

describe('brandingOf', () => {
  it('gives every colour an ink of at least 4.5 to 1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const fill = `#${number.toString(16).padStart(6, '0')}`;
        expect(contrast(fill, brandingOf(fill).ink === 'white' ? '#ffffff' : '#000000')).toBeGreaterThan(4.5);
      }),
    );
  });

  it('reads the short form like the long one', () => {
    expect(brandingOf('#0b5').ink).toBe(brandingOf('#00bb55').ink);
  });

  it.each(['red', '#12', '#0b5" onload="x', 'url(//evil.example)', ''])('paints only hex colours, not %j', (color) => {
    expect(brandingOf(color).fill).toMatch(/^#[0-9a-f]{6}$/);
    expect(brandingOf(color).fill).not.toBe(color);
  });
});

describe('monogram', () => {
  it.each([
    ['harbour', 'H'],
    ['“Éclair”', 'É'],
    ['7 Seas', '7'],
    ['متجر', 'م'],
    ['!!!', '•'],
  ])('of %s is %s', (name, letter) => {
    expect(monogram(name)).toBe(letter);
  });
});

/** WCAG 2's definition, implemented again so that the code under test does not verify itself. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
