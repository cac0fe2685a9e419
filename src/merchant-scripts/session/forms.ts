/** The page's forms, each by its scope, and which of them a call without a scope is about. */
import type { Configuration } from './configuration.ts';
import { Form } from './form.ts';

/** The scope of a form that the page configures without one. */
const DEFAULT = 'default';

type Scope = string | null | undefined;
type Arrangement = (form: Form) => void;

/** Those that were configured. */
const forms = new Map<string, Form>();
/** The one that was configured last, first by another scope or again. */
let last: Form | undefined;
/** Listeners, styles and language that a page gives before it configures the form that they are for. */
const early: { readonly scope: Scope; readonly arrange: Arrangement }[] = [];

/**
 * The form of the scope. Without one it is the page's form: of several the one that was configured without a scope,
 * else the last. Pages name a scope when they configure, and leave it out later.
 */
export function formOf(scope: Scope): Form | undefined {
  return scope ? forms.get(scope) : (forms.get(DEFAULT) ?? last);
}

/** Arranges something of a form that there is, or that the page will configure. */
export function arrange(scope: Scope, arrangement: Arrangement): void {
  const form = formOf(scope);
  if (form === undefined) {
    early.push({ scope, arrange: arrangement });
  } else {
    arrangement(form);
  }
}

/** Applies it to every form, those configured later as well. */
export function eachForm(arrangement: Arrangement): void {
  early.push({ scope: undefined, arrange: arrangement });
  for (const form of forms.values()) {
    arrangement(form);
  }
}

export function configure(configuration: Configuration, scope?: Scope): void {
  const name = scope || DEFAULT;
  const form = forms.get(name) ?? newForm(name);
  last = form;
  form.configure(configuration);
}

function newForm(name: string): Form {
  const form = new Form();
  const isPages = name === DEFAULT || !forms.has(DEFAULT);
  forms.set(name, form);
  for (const { scope, arrange: act } of early) {
    if (scope ? scope === name : isPages) {
      act(form);
    }
  }
  return form;
}
