/**
 * Fits a frame to the ground of the shop's page. The framed page is transparent, in light or dark colours. A ground on
 * which neither is easy to read is covered by the frame's own.
 */
export type FrameColors = 'dark' | 'light';

/** Relative luminances, between which edges of boxes in the page's colours would have a contrast below 3 to 1. */
const DARK_MAX = 0.04;
const LIGHT_MIN = 0.8;
/** Black and white letters have the same contrast on this luminance. */
const MIDDLE = 0.18;

const NO_GROUND = { background: 'none', padding: '0', width: '100%' };
const GROUND = { background: 'Canvas', padding: '0.75rem', width: 'calc(100% - 1.5rem)' };

/** @returns the colours that the page in the frame must have, the nearest to those of the place */
export function fitToGround(frame: HTMLElement, place: Element): FrameColors {
  const luminance = luminanceAt(place);
  const hasGround = luminance === undefined || (luminance > DARK_MAX && luminance < LIGHT_MIN);
  const isLight = luminance === undefined ? isInkDark(place) : luminance > MIDDLE;
  const colors = isLight ? 'light' : 'dark';
  Object.assign(frame.style, { colorScheme: colors, ...(hasGround ? GROUND : NO_GROUND) });
  return colors;
}

/** @returns undefined for a picture, and for a colour that is translucent or in an unknown notation */
function luminanceAt(place: Element): number | undefined {
  for (let at: Element | null = place; at !== null; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(at);
    const { luminance, alpha } = colorOf(backgroundColor);
    if (backgroundImage !== 'none' || (alpha > 0 && alpha < 1)) {
      return undefined;
    }
    if (alpha === 1) {
      return luminance;
    }
  }
  // The browser's own ground, on which the page's letters can be read.
  return isInkDark(place) ? 1 : 0;
}

function isInkDark(place: Element): boolean {
  return (colorOf(getComputedStyle(place).color).luminance ?? 0) < 0.5;
}

/** @param color as browsers compute it: `rgb(…)`, `rgba(…)`, `oklch(…)` and others */
function colorOf(color: string): { readonly luminance: number | undefined; readonly alpha: number } {
  const [one = 0, two = 0, three = 0, alpha = 1] = (color.match(/-?[\d.]+(e-\d+)?/g) ?? []).map(Number);
  if (color.startsWith('okl')) {
    return { luminance: one ** 3, alpha };
  }
  return color.startsWith('rgb')
    ? { luminance: ((0.21 * one + 0.72 * two + 0.07 * three) / 255) ** 2.2, alpha }
    : { luminance: undefined, alpha: 1 };
}
