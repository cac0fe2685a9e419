/** Reads the style and the texts of the page's own input or select, for the frame over it. */
import type { Setup, Style } from '../hosted-fields/messages.ts';

export type PageInput = HTMLInputElement | HTMLSelectElement;

const COPIED_PROPERTIES = [
  'color',
  'caretColor',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
] as const;
const LOOK = [
  ...COPIED_PROPERTIES,
  'fontVariantNumeric',
  'lineHeight',
  'textAlign',
  'textIndent',
  'textTransform',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'borderTopLeftRadius',
  'borderTopRightRadius',
  'borderBottomLeftRadius',
  'borderBottomRightRadius',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
] as const;

/** The inline colour that the page itself has set on inputs, while their text is hidden. */
const ownColors = new WeakMap<PageInput, string>();

export function isPageInput(element: Element | null): element is PageInput {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** @returns the setup of the frame that covers the input, without the form's own settings */
export function setupOf(
  input: PageInput,
  placeholder: string,
  locale: string | undefined,
): Omit<Setup, 'isEmbossed' | 'rejectsCharacters' | 'roles'> {
  showText(input);
  const computed = getComputedStyle(input);
  const look = { ...styleOf(computed, LOOK), textAlign: alignment(computed) };
  const placeholderLook = styleOf(getComputedStyle(input, '::placeholder'), [...COPIED_PROPERTIES, 'textTransform']);
  hideText(input);
  const type = input.getAttribute('type');
  return {
    look,
    placeholderLook,
    label: labelOf(input),
    description: textsOf(input, 'aria-describedby'),
    placeholder,
    isDisabled: input.disabled,
    isRequired: input.required || input.ariaRequired === 'true',
    language: locale ?? input.closest<HTMLElement>('[lang]')?.lang ?? '',
    type: type === 'password' || type === 'tel' ? type : 'text',
    ...(input instanceof HTMLSelectElement && {
      options: [...input.options].map(({ value, text }) => [value, text] as const),
    }),
  };
}

/** Hides the input's own text below the frame; its box stays visible. */
function hideText(input: PageInput): void {
  ownColors.set(input, input.style.color);
  input.style.setProperty('color', 'transparent', 'important');
}

/** Restores the page's colour, unless the page has set another one meanwhile. */
export function showText(input: PageInput): void {
  const own = ownColors.get(input);
  if (own !== undefined && input.style.getPropertyPriority('color') === 'important') {
    input.style.setProperty('color', own);
  }
}

/** Elements with texts that the frame repeats, to be observed for changes. */
export function describingElements(input: PageInput): Element[] {
  return [...(input.labels ?? []), ...idsOf(input, 'aria-labelledby'), ...idsOf(input, 'aria-describedby')];
}

function styleOf(computed: CSSStyleDeclaration, names: readonly (keyof CSSStyleDeclaration)[]): Style {
  return Object.fromEntries(names.map((name) => [name, String(computed[name])]));
}

/** Numbers are written left to right, but aligned at the start of the page's own texts. */
function alignment({ textAlign, direction }: CSSStyleDeclaration): string {
  const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  return textAlign === 'start' ? start : textAlign === 'end' ? end : textAlign;
}

function labelOf(input: PageInput): string {
  const labels = [...(input.labels ?? [])].map(wordsOf).join(' ');
  return textsOf(input, 'aria-labelledby') || input.ariaLabel || labels || input.title || input.name;
}

function textsOf(input: PageInput, attribute: string): string {
  return idsOf(input, attribute).map(wordsOf).join(' ').trim();
}

function idsOf(input: PageInput, attribute: string): HTMLElement[] {
  const ids = input.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.flatMap((id) => document.getElementById(id) ?? []);
}

function wordsOf({ textContent }: Element): string {
  return (textContent ?? '').replace(/\s+/g, ' ').trim();
}
