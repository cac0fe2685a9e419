/**
 * The shop's colour on a page whose policy allows no inline style: it is the `fill` of inline SVG, which counts as
 * markup, so that any colour works without an extra request or a script.
 */

import type { ShopLook } from '../views/index.ts';

export interface BrandColors {
  /** `#rgb` or `#rrggbb`. */
  readonly fill: string;
  /** The ink with the higher contrast, at least 4.5 to 1. */
  readonly ink: 'white' | 'black';
}

const HOUSE_COLOR = '#16324f';

/** Above this relative luminance black has the higher contrast: where (L + 0.05)² = 1.05 × 0.05. */
const blackInkFrom = Math.sqrt(1.05 * 0.05) - 0.05;

/**
 * @param color the colour of the merchant's profile; a text that is not a hex colour is replaced by the default colour
 */
export function brandingOf(color: string): BrandColors {
  const fill = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : HOUSE_COLOR;
  return { fill, ink: relativeLuminance(fill) > blackInkFrom ? 'black' : 'white' };
}

/** The classes of the root element: one for each choice that differs from the default. */
export function lookClasses(look: ShopLook | undefined): string | undefined {
  const chosen = look && [look.corner, look.theme, look.font].filter((one) => !DEFAULT_LOOKS.has(one));
  return chosen === undefined || chosen.length === 0 ? undefined : chosen.join(' ').toLowerCase();
}

const DEFAULT_LOOKS: ReadonlySet<string> = new Set(['ROUND', 'AUTO', 'SYSTEM']);

/** First letter of the shop's name, for the badge; any script, and digits. */
export function monogram(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '•').toLocaleUpperCase();
}

/** WCAG 2's relative luminance, 0 (black) to 1 (white). */
function relativeLuminance(hex: string): number {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) =>
    linearChannel(Number.parseInt(pair, 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linearChannel(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
