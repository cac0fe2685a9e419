/** The page's forms by their scopes, and the form for a call without a scope. */
import type { SessionConfiguration } from './configuration.ts';
import { Form } from './form.ts';

/** The scope of a form that is configured without one. */
const DEFAULT = 'default';

type Scope = string | null | undefined;
type Arrangement = (form: Form) => void;

/** The configured forms. */
const forms = new Map<string, Form>();
/** The form that was configured last. */
let last: Form | undefined;
/** Listeners, styles and language that a page sets before it configures their form. */
const queuedArrangements: { readonly scope: Scope; readonly arrange: Arrangement }[] = [];

/**
 * The form of the scope. Without a scope: the form that was configured without one, else the last, since some pages
 * name a scope when they configure, and omit it later.
 */
export function formOf(scope: Scope): Form | undefined {
  return scope ? forms.get(scope) : (forms.get(DEFAULT) ?? last);
}

/** Applies an arrangement to the form now, or once the page has configured it. */
export function arrange(scope: Scope, arrangement: Arrangement): void {
  const form = formOf(scope);
  if (form === undefined) {
    queuedArrangements.push({ scope, arrange: arrangement });
  } else {
    arrangement(form);
  }
}

/** Applies an arrangement to every form, including those configured later. */
export function eachForm(arrangement: Arrangement): void {
  queuedArrangements.push({ scope: undefined, arrange: arrangement });
  for (const form of forms.values()) {
    arrangement(form);
  }
}

export function configureForm(configuration: SessionConfiguration, scope?: Scope): void {
  const name = scope || DEFAULT;
  const form = forms.get(name) ?? newForm(name);
  last = form;
  form.configure(configuration);
}

function newForm(name: string): Form {
  const form = new Form();
  const isPages = name === DEFAULT || !forms.has(DEFAULT);
  forms.set(name, form);
  for (const { scope, arrange: act } of queuedArrangements) {
    if (scope ? scope === name : isPages) {
      act(form);
    }
  }
  return form;
}
