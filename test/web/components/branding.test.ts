import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandingOf, monogram } from '../../../src/web/components/branding.ts';

/** Any colour, and greys more often than chance would have them. */
const colors = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffffff }),
    fc.integer({ min: 0, max: 0xff }).map((grey) => grey * 0x010101),
  )
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

/** The colour, its ink and the backgrounds below it, in each theme. */
function themesOf(color: string) {
  const { fill, paint, ink } = brandingOf(color);
  const [light = '', dark = ''] =
    paint.match(/#[0-9a-f]{6}/g)?.flatMap((one, _, all) => (all[1] ? one : [one, one])) ?? [];
  expect(light).toBe(fill);
  const [lightInk = '', darkInk = lightInk] = ink.split('-').map((name) => INKS[name as keyof typeof INKS]);
  return [
    { fill: light, ink: lightInk, grounds: grounds.map(([ground]) => ground) },
    { fill: dark, ink: darkInk, grounds: grounds.map(([, ground]) => ground) },
  ];
}

const INKS = { white: '#ffffff', black: '#000000' } as const;

/** `--ground` and `--surface`, of the light and of the dark theme. */
const grounds = [
  ...readFileSync('src/web/styles/tokens.css', 'utf8').matchAll(/--(?:ground|surface): light-dark\((.+?), (.+?)\)/g),
].map(([, light = '', dark = '']) => [light, dark] as const);

describe('brandingOf', () => {
  it('gives every colour at least 3 to 1 on either theme, with an ink of at least 4.5 to 1', () => {
    expect(grounds).toHaveLength(2);
    fc.assert(
      fc.property(colors, (color) => {
        for (const theme of themesOf(color)) {
          expect(contrast(theme.fill, theme.ink), color).toBeGreaterThan(4.5);
          for (const ground of theme.grounds) {
            expect(contrast(theme.fill, ground), color).toBeGreaterThanOrEqual(3);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['#000000', '#777777', '#808285', '#ffffff'])('makes %s no grey that looks disabled', (color) => {
    for (const { fill, grounds: below } of themesOf(color)) {
      expect(Math.min(...below.map((ground) => contrast(fill, ground)))).toBeGreaterThanOrEqual(10);
    }
  });

  it('changes no colour that has the contrast, and of others only the lightness', () => {
    fc.assert(
      fc.property(colors, (color) => {
        for (const { fill, grounds: below } of themesOf(color)) {
          const [own, shown] = [channels(color), channels(fill)];
          if (Math.max(...own) - Math.min(...own) > 24 && below.every((ground) => contrast(color, ground) >= 3)) {
            expect(fill).toBe(color);
          }
          // The order of the channels is the hue's sixth of the circle. Rounding may make two of them equal.
          for (const [one, other] of [
            [0, 1],
            [1, 2],
            [0, 2],
          ] as const) {
            expect(Math.sign(own[one]! - own[other]!) * Math.sign(shown[one]! - shown[other]!)).toBeGreaterThanOrEqual(
              0,
            );
          }
        }
      }),
      { numRuns: 2_000 },
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
  const [red = 0, green = 0, blue = 0] = channels(hex).map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}
