/** How the page wants its field to look: properties of a list, in one sheet of style that is built without text. */
import type { Mood, Style } from '../hosted-fields/messages.ts';

/**
 * What a page may set. None of it can fetch anything, show other text than the payer's, or move the field out of its
 * frame.
 */
const ALLOWED = new RegExp(
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

/** The policy of the frame forbids to fetch anything; a value that would want to is no look either. */
const FETCHING = /url|image|attr|src|element|cross-fade/i;
const CHARACTERS_MAX = 300;

const SELECTORS: readonly (readonly [Mood | 'base', string])[] = [
  ['base', '#f'],
  ['placeholder', '#f::placeholder'],
  ['placeholderShown', '#f:placeholder-shown'],
  ['hover', '#f:hover'],
  ['focus', '#f:focus'],
];

/** @returns sets what a field looks like in one of its moods, or `base`, in place of what was set before */
export function looks(): (mood: Mood | 'base', style: Style) => void {
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
      if (ALLOWED.test(property) && isPlain(value)) {
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
  return typeof value === 'string' && value.length <= CHARACTERS_MAX && !FETCHING.test(value);
}
