/** Sentences about the contrast of a shop's colour on its payment pages. */
import type { LookName } from '../../views/console/index.ts';
import { type BrandShade, brandShades } from '../branding.ts';

export type PreviewTheme = 'DARK' | 'LIGHT';

export const LOOK_LABELS: Readonly<Record<LookName, string>> = {
  theme: 'Light or dark',
  corner: 'Corners',
  font: 'Letters',
};

/** The words of a profile's values. */
export const LOOK_VALUES: Readonly<Record<string, string>> = {
  AUTO: 'As the payer’s device',
  LIGHT: 'Light',
  DARK: 'Dark',
  ROUND: 'Round',
  SLIGHT: 'Slightly round',
  SQUARE: 'Square',
  SYSTEM: 'Of the payer’s device',
  SERIF: 'With serifs',
  MONO: 'Of one width',
  ROUNDED: 'Rounded',
};

export const THEME_NAMES: Readonly<Record<PreviewTheme, string>> = { LIGHT: 'Light page', DARK: 'Dark page' };

/** @example contrastWords('#0f6b4f', 'LIGHT') // 'White text on #0f6b4f has a contrast of 6.5 to 1, where …' */
export function contrastWords(color: string, theme: PreviewTheme): string {
  const { light, dark } = brandShades(color);
  const { fill, ink, isAdjusted, inkContrast, groundContrast } = theme === 'LIGHT' ? light : dark;
  const text = `${ink === 'white' ? 'White' : 'Black'} text on ${fill} has a contrast of ${ratio(inkContrast)}, where 4.5 is the least.`;
  const ground = `The button has ${ratio(groundContrast)} to the page, where 3 is the least.`;
  return isAdjusted ? `${text} ${ground} ${adjustment(theme)}` : `${text} ${ground}`;
}

function adjustment(theme: PreviewTheme): string {
  return `Your own colour would not stand out, so payers see this ${theme === 'LIGHT' ? 'darker' : 'lighter'} one.`;
}

function ratio(contrast: BrandShade['inkContrast']): string {
  // Rounded down, so that no sentence claims more than there is.
  return `${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1`;
}
