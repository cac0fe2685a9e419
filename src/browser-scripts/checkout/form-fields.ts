/**
 * Saves the values of the page's own form fields during a redirect. Secret ones are left out, since every script of the
 * page can read the browser's storage.
 */

/** A field's key in the page, and its value, or whether it is checked. */
export type SavedFields = readonly (readonly [key: string, value: string | boolean])[];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const NOT_SAVED = new Set(['button', 'file', 'hidden', 'image', 'password', 'reset', 'submit']);

/** @returns the argument for `restoreFormFields` */
export function saveFormFields(): SavedFields {
  return keyedFields()
    .filter(([, field]) => isSaved(field))
    .map(([key, field]) => [key, isCheckable(field) ? field.checked : field.value]);
}

/** Fields that no longer exist are ignored; changed fields get a `change` event for the page's scripts. */
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

/**
 * Radio buttons share a name, and pages may repeat names, so each key includes the field's index among the fields of
 * that name.
 */
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

/** Detects a card number by length and check digit: a page's own field for it may lack `autocomplete`. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replaceAll(/[ -]/g, '')].toReversed().map(Number);
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
}
