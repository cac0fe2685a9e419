/** Applies the page's styles to the field: allowed properties, set through the CSSOM in one style sheet. */
import type { Mood, Style } from '../hosted-fields/messages.ts';

/**
 * The properties that a page may set. They cannot fetch resources, show text other than the payer's, or move the field
 * out of its frame.
 */
const ALLOWED_PROPERTIES = new RegExp(
  `^(${[
    '-webkit-text-security',
    'background-color',
    'border(-(top|bottom|left|right))?(-(left|right))?(-(color|radius|style|width))?',
    'box-shadow',
    '(caret-)?color',
    'cursor',
    'direction',
    'font(-[a-z-]+)?',
    '(letter|word)-spacing',
    'line-height',
    'opacity',
    '(outline|padding)(-[a-z]+)?',
    'text-(align|decoration|indent|shadow|transform)',
    'transition',
  ].join('|')})$`,
);

/** Values that would fetch a resource. The frame's policy forbids that as well. */
const FETCHING_VALUES = /url|image|attr|src|element|cross-fade/i;
const CHARACTERS_MAX = 300;

const SELECTORS: readonly (readonly [Mood | 'base', string])[] = [
  ['base', '#f'],
  ['placeholder', '#f::placeholder'],
  ['placeholderShown', '#f:placeholder-shown'],
  ['hover', '#f:hover'],
  ['focus', '#f:focus'],
];

/** @returns a function that sets the style of a field in one of its states, or `base`, replacing the previous one */
export function styleSetter(): (mood: Mood | 'base', style: Style) => void {
  const sheet = new CSSStyleSheet();
  const rules = new Map(
    SELECTORS.map(([mood, selector], index) => {
      sheet.insertRule(`${selector}{}`, index);
      return [mood, sheet.cssRules[index] as CSSStyleRule];
    }),
  );
  document.adoptedStyleSheets = [sheet];
  return (mood, style) => {
    const { style: declared } = rules.get(mood)!;
    for (const name of [...declared]) {
      declared.removeProperty(name);
    }
    for (const [name, value] of Object.entries(style)) {
      const property = kebab(name);
      if (ALLOWED_PROPERTIES.test(property) && isPlain(value)) {
        declared.setProperty(property, value);
      }
    }
  };
}

/** @example kebab('WebkitTextSecurity') // '-webkit-text-security' */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value.length <= CHARACTERS_MAX && !FETCHING_VALUES.test(value);
}
