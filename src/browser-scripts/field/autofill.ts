/**
 * Autofill for the whole form. A browser fills in the fields of one document, but each of our fields has its own
 * document. So the card number's document has an invisible input for each other field of the card, and passes the
 * filled-in values to the frames of these fields.
 */

import { isRole, type Role } from '../hosted-fields/roles.ts';
import { limitedText } from './control.ts';
import { RULES } from './rules.ts';
import { fieldsOf } from './siblings.ts';

/** @returns the inputs. An `input` event, of one of them or of their group, passes on what they contain */
export function autofillFor(form: string, roles: readonly unknown[]): HTMLElement {
  const group = document.createElement('div');
  group.className = 'u';
  group.ariaHidden = 'true';
  const boxes = roles.filter(isCardPart).map((role) => [role, boxFor(role)] as const);
  group.append(...boxes.map(([, box]) => box));
  group.addEventListener('input', () => {
    for (const [role, box] of boxes) {
      const text = limitedText(box.value);
      if (text !== '') {
        box.value = '';
        fieldsOf(form)
          .find((field) => field.role === role)
          ?.fill(text);
      }
    }
  });
  return group;
}

function isCardPart(role: unknown): role is Role {
  return isRole(role) && role.startsWith('card.') && role !== 'card.number';
}

function boxFor(role: Role): HTMLInputElement {
  const box = document.createElement('input');
  box.autocomplete = RULES[role].autocomplete as AutoFill;
  box.tabIndex = -1;
  return box;
}
