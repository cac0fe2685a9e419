/**
 * The shop's colour on a page whose policy allows no inline style: it is the `fill` of inline SVG, which counts as
 * markup, so that any colour works without an extra request or a script.
 */

import type { ShopLook } from '../views/index.ts';

export interface BrandColors {
  /** `#rrggbb`: the colour on a light page, with a contrast of at least 3 to 1. */
  readonly fill: string;
  /** The same for both themes, as a value of SVG's `fill`. A browser that does not know it inherits `fill`. */
  readonly paint: string;
  /** The class of the ink with the higher contrast, at least 4.5 to 1, on a light and on a dark page. */
  readonly ink: 'white' | 'black' | 'white-black';
}

const HOUSE_COLOR = '#16324f';

/** Above this relative luminance black has the higher contrast: where (L + 0.05)² = 1.05 × 0.05. */
const blackInkFrom = Math.sqrt(1.05 * 0.05) - 0.05;

/** The backgrounds with the least contrast to a colour on them, `--ground` and `--surface` of `tokens.css`. */
const GROUNDS = { light: '#f4f4f1', dark: '#1b1e21' } as const;

/** WCAG 2's minimum for the parts of a control. */
const CONTRAST_MIN = 3;
/** A medium grey has that contrast too, but looks like a disabled button. */
const GREY_CONTRAST_MIN = 10;
/** The greatest difference between the channels of a colour that looks grey, in 1/255. */
const GREY_DIFFERENCE_MAX = 24;

/**
 * The shop's colour, made darker or lighter where it would vanish on a light or a dark page. Its hue stays.
 *
 * @param color the colour of the merchant's profile; a text that is not a hex colour is replaced by the default colour
 */
export function brandingOf(color: string): BrandColors {
  const { light, dark } = shadesOf(color);
  const [lightInk, darkInk] = [inkOn(light), inkOn(dark)];
  const fill = hexOf(light);
  const isSame = fill === hexOf(dark);
  return {
    fill,
    paint: isSame ? fill : `light-dark(${fill},${hexOf(dark)})`,
    // The inks differ for greys alone, which are dark on a light page and light on a dark one.
    ink: lightInk === darkInk ? lightInk : 'white-black',
  };
}

/** The shop's colour on a light or on a dark page, with its contrasts by WCAG 2. */
export interface BrandShade {
  /** `#rrggbb` */
  readonly fill: string;
  /** Whether it is not the shop's own colour, which would vanish. */
  readonly isAdjusted: boolean;
  readonly ink: 'white' | 'black';
  readonly inkContrast: number;
  /** To the page around it. */
  readonly groundContrast: number;
}

/** @param color as in `brandingOf` */
export function brandShades(color: string): { readonly light: BrandShade; readonly dark: BrandShade } {
  const { own, light, dark } = shadesOf(color);
  const shade = (channels: Channels, ground: string): BrandShade => {
    const ink = inkOn(channels);
    return {
      fill: hexOf(channels),
      isAdjusted: hexOf(channels) !== hexOf(own),
      ink,
      inkContrast: contrastBetween(channels, channelsOf(ink === 'white' ? '#ffffff' : '#000000')),
      groundContrast: contrastBetween(channels, channelsOf(ground)),
    };
  };
  return { light: shade(light, GROUNDS.light), dark: shade(dark, GROUNDS.dark) };
}

function shadesOf(color: string) {
  const own = ownChannels(color);
  const isGrey = Math.max(...own) - Math.min(...own) <= GREY_DIFFERENCE_MAX;
  const contrast = isGrey ? GREY_CONTRAST_MIN : CONTRAST_MIN;
  return { own, light: onLight(own, contrast), dark: onDark(own, contrast) };
}

function contrastBetween(one: Channels, other: Channels): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour as it is, with the ink of the higher contrast. @param color as in `brandingOf` */
export function inkedColor(color: string): { readonly fill: string; readonly ink: 'white' | 'black' } {
  const own = ownChannels(color);
  return { fill: hexOf(own), ink: inkOn(own) };
}

function ownChannels(color: string): Channels {
  return channelsOf(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color : HOUSE_COLOR);
}

/** Red, green and blue, 0 to 255. */
type Channels = readonly number[];

function onLight(own: Channels, contrast: number): Channels {
  const most = (luminanceOf(channelsOf(GROUNDS.light)) + 0.05) / contrast - 0.05;
  const luminance = luminanceOf(own);
  return luminance <= most ? own : own.map((one) => Math.floor(toByte((linear(one) * most) / luminance)));
}

function onDark(own: Channels, contrast: number): Channels {
  const least = (luminanceOf(channelsOf(GROUNDS.dark)) + 0.05) * contrast - 0.05;
  const luminance = luminanceOf(own);
  const white = (least - luminance) / (1 - luminance);
  return luminance >= least ? own : own.map((one) => Math.ceil(toByte(linear(one) + (1 - linear(one)) * white)));
}

function inkOn(channels: Channels): 'white' | 'black' {
  return luminanceOf(channels) > blackInkFrom ? 'black' : 'white';
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

function channelsOf(hex: string): Channels {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

function hexOf(channels: Channels): string {
  return `#${channels.map((one) => Math.min(255, one).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2's relative luminance, 0 (black) to 1 (white). */
function luminanceOf(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map(linear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(byte: number): number {
  const channel = byte / 255;
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toByte(channel: number): number {
  return 255 * (channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055);
}
