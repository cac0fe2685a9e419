import type { Embedded, ShopLook } from '../../views/index.ts';

/** The theme that a merchant's profile has chosen; undefined where it follows the surroundings. */
export function fixedColors(look: ShopLook | undefined): 'dark' | 'light' | undefined {
  return look?.theme === 'DARK' ? 'dark' : look?.theme === 'LIGHT' ? 'light' : undefined;
}

/**
 * The classes of the root element of a page in a frame. Without `grounded` it is transparent: `checkout.js` gives the
 * frame a ground to which the colours fit.
 */
export function frameClasses({ colors }: Embedded, look: ShopLook | undefined): string {
  const fixed = fixedColors(look);
  const isTransparent = colors !== undefined && (fixed === undefined || fixed === colors);
  return ['framed', isTransparent ? '' : 'grounded', fixed === undefined ? (colors ?? '') : '']
    .filter(Boolean)
    .join(' ');
}
