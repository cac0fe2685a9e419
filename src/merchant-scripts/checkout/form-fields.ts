/**
 * The values of the page's own form fields, around a redirect. What is secret stays where it is: a browser's storage
 * can be read by every script of the page.
 */

/** A field's key in the page, and its value, or whether it is checked. */
export type SavedFields = readonly (readonly [key: string, value: string | boolean])[];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const NOT_SAVED = new Set(['button', 'file', 'hidden', 'image', 'password', 'reset', 'submit']);

/** @returns what `restoreFormFields` takes */
export function saveFormFields(): SavedFields {
  return keyedFields()
    .filter(([, field]) => isSaved(field))
    .map(([key, field]) => [key, isCheckable(field) ? field.checked : field.value]);
}

/** Fields that the page has no more are left out; those that differ get an event, so that the page's scripts notice. */
export function restoreFormFields(saved: SavedFields): void {
  const values = new Map(Array.isArray(saved) ? (saved as SavedFields) : []);
  for (const [key, field] of keyedFields()) {
    const value = values.get(key);
    if (value === undefined || !isSaved(field)) {
      continue;
    }
    if (isCheckable(field) && field.checked !== value) {
      field.checked = value === true;
    } else if (!isCheckable(field) && field.value !== value) {
      field.value = String(value);
    } else {
      continue;
    }
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

/** Radio buttons share a name, and pages may repeat one: so each key has the field's place among its like. */
function keyedFields(): [string, Field][] {
  const counts = new Map<string, number>();
  return [...document.querySelectorAll<Field>('input, select, textarea')].map((field) => {
    const name = `${field.form?.id ?? ''} ${field.name || field.id}`;
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return [`${name} ${count}`, field];
  });
}

function isSaved(field: Field): boolean {
  return (
    (field.name || field.id) !== '' &&
    !NOT_SAVED.has(field.type) &&
    !/\bcc-/.test(field.autocomplete) &&
    !isCardNumber(field.value)
  );
}

function isCheckable(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/** By length and check digit: a page that has a field for one of its own may have left out `autocomplete`. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/[ -]/g, '')].toReversed().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}
