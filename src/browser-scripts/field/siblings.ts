/**
 * The other fields of the same form. Each is a frame of our origin next to this one, so they can read each other
 * directly. The page around them has another origin: it has references to their windows, but cannot read them.
 */
import type { CardProblem } from '../../contract/card-rules.ts';
import type { Role } from '../hosted-fields/roles.ts';

export interface OpenField {
  readonly form: string;
  readonly role: Role;
  readonly text: () => string;
  /** Sets a value from the browser's autofill. */
  readonly fill: (text: string) => void;
  /** Takes values that a program has set without events, here and in the inputs for autofill. */
  readonly settle: () => void;
  /** Resolves once no request to the gateway is pending. @returns the problem that prevents storing the value */
  readonly problem: () => Promise<CardProblem | undefined>;
  /** `YYYY-MM`, if the gateway has reported that it refuses expired cards. */
  readonly thisMonth: () => string | undefined;
  /** Validates the field again, after a change of another field. */
  readonly judge: () => void;
}

declare global {
  interface Window {
    turnpikeField?: OpenField;
  }
}

/** Bounds the search on a page with many frames. */
const FRAMES_MAX = 100;

/** The form's fields in the order of the page. @param form the form's id */
export function fieldsOf(form: string): OpenField[] {
  const found: OpenField[] = [];
  for (let index = 0; index < Math.min(parent.length, FRAMES_MAX); index++) {
    const field = openFieldOf(parent[index]);
    if (field?.form === form) {
      found.push(field);
    }
  }
  return found;
}

/** @returns undefined for a frame of another origin, whose access throws: it is not one of our fields */
function openFieldOf(frame: Window | undefined): OpenField | undefined {
  try {
    return frame?.turnpikeField;
  } catch {
    return undefined;
  }
}

/** @returns a function that reads the text of a field of the form; undefined where the form has no field of the role */
export function typedIn(form: string): (role: Role) => string | undefined {
  return (role) =>
    fieldsOf(form)
      .find((field) => field.role === role)
      ?.text();
}
