/**
 * The other fields of the same form. Each is a frame of our origin beside this one, so that they read each other
 * directly. The page around them is of another origin: it can hold their windows, and read nothing of them.
 */
import type { CardProblem } from '../../contract/card-rules.ts';
import type { Role } from '../hosted-fields/roles.ts';

export interface OpenField {
  readonly form: string;
  readonly role: Role;
  readonly text: () => string;
  /** What a browser's autofill brought for it. */
  readonly fill: (text: string) => void;
  /** Once nothing is asked of the gateway any more. @returns what keeps it from being stored */
  readonly problem: () => Promise<CardProblem | undefined>;
  /** `YYYY-MM`, if the gateway has said that cards may not be used after their expiry. */
  readonly thisMonth: () => string | undefined;
  /** Judges it once more: what it depends on has changed. */
  readonly judge: () => void;
}

declare global {
  interface Window {
    turnpikeField?: OpenField;
  }
}

/** A page that makes more frames than this keeps itself busy, and not us. */
const FRAMES_MAX = 100;

/** In the order of the page. @param form as the page named it */
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

/** A frame of another origin throws: it is none of ours, or no longer. */
function openFieldOf(frame: Window | undefined): OpenField | undefined {
  try {
    return frame?.turnpikeField;
  } catch {
    return undefined;
  }
}

/** @returns what was typed into a field of the form; undefined where there is none of the role */
export function typedIn(form: string): (role: Role) => string | undefined {
  return (role) =>
    fieldsOf(form)
      .find((field) => field.role === role)
      ?.text();
}
