/** The frame's one input or select, with its label, description and message for screen readers. */
import type { Setup } from '../hosted-fields/messages.ts';
import type { Rule } from './rules.ts';

export type FieldControl = HTMLInputElement | HTMLSelectElement;

const OPTIONS_MAX = 200;
const CHARACTERS_MAX = 500;

/** Converts a value from the page to a text of limited length. */
export function limitedText(text: unknown): string {
  return String(text ?? '').slice(0, CHARACTERS_MAX);
}

export function makeControl(rule: Rule, setup: Setup): FieldControl {
  const control = setup.options === undefined ? makeInput(rule, setup) : document.createElement('select');
  control.id = 'f';
  control.autocomplete = rule.autocomplete as AutoFill;
  control.setAttribute('aria-describedby', 'd m');
  return control;
}

function makeInput(rule: Rule, { type }: Setup): HTMLInputElement {
  const input = document.createElement('input');
  input.type = type === 'password' || type === 'tel' ? type : 'text';
  input.inputMode = rule.isNumeric ? 'numeric' : 'text';
  // The limit is longer than any value, so that a pasted number with odd spacing is validated as a whole, not
  // truncated.
  input.maxLength = rule.charactersMax;
  input.spellcheck = false;
  input.autocapitalize = rule.isNumeric ? 'off' : 'words';
  // Numbers are written left to right in every language.
  input.dir = rule.isNumeric ? 'ltr' : 'auto';
  return input;
}

/** Applies the texts and the appearance that the page sets. */
export function applySetup(control: FieldControl, setup: Setup): void {
  say('l', setup.label);
  say('d', setup.description);
  document.title = limitedText(setup.label);
  document.documentElement.lang = limitedText(setup.language);
  control.disabled = setup.isDisabled === true;
  control.required = setup.isRequired === true;
  if (control instanceof HTMLInputElement) {
    control.placeholder = limitedText(setup.placeholder);
  } else {
    setOptions(control, setup.options ?? []);
  }
}

/** Shows the page's error message at the field, or none if the text is empty. */
export function showMessage(control: FieldControl, text: unknown): void {
  say('m', text);
  control.toggleAttribute('aria-invalid', false);
  if (limitedText(text) !== '') {
    control.setAttribute('aria-invalid', 'true');
  }
}

/** Writes a text only if it differs, so that a screen reader announces it once. */
function say(id: string, text: unknown): void {
  const element = document.getElementById(id)!;
  if (element.textContent !== limitedText(text)) {
    element.textContent = limitedText(text);
  }
}

function setOptions(list: HTMLSelectElement, options: NonNullable<Setup['options']>): void {
  const wanted = options.slice(0, OPTIONS_MAX).map(([value, text]) => [limitedText(value), limitedText(text)] as const);
  const has = [...list.options].map(({ value, text }) => [value, text]);
  if (JSON.stringify(has) === JSON.stringify(wanted)) {
    return;
  }
  const { value } = list;
  list.replaceChildren(...wanted.map(([of, text]) => new Option(text, of)));
  if (wanted.some(([of]) => of === value)) {
    list.value = value;
  }
}

/** Sets a value from autofill: a select takes the option with the same text, or the same number modulo 100. */
export function setText(control: FieldControl, text: string): void {
  if (control instanceof HTMLInputElement) {
    control.value = text;
    return;
  }
  const same = (one: string) => one === text || (/\d/.test(one) && Number(one) % 100 === Number(text) % 100);
  const option = [...control.options].find((one) => same(one.value) || same(one.text));
  if (option !== undefined) {
    control.value = option.value;
  }
}
