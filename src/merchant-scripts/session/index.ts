/**
 * `session.js`: fields for card data on a merchant's page, each a frame of the gateway's over the page's own input. It
 * leaves one global behind, `PaymentSession`. No character that a payer types comes to the page.
 */
import type { Mood, Outcome, Style, Validity } from '../hosted-fields/messages.ts';
import { isRole, type Role } from '../hosted-fields/roles.ts';
import { callBack, debug } from './address.ts';
import type { Configuration } from './configuration.ts';
import { Form } from './form.ts';
import { CARD_NUMBER, type Heard, type Listeners, validityOf } from './listeners.ts';

/** The scope of a page that has one form. */
const DEFAULT = 'default';

const forms = new Map<string, Form>();

function formOf(scope = DEFAULT): Form {
  const form = forms.get(scope) ?? new Form();
  forms.set(scope, form);
  return form;
}

/** Pages name one role or several, some of them by the older name of the number. */
function rolesOf(names: unknown): Role[] {
  const list = Array.isArray(names) ? names : [names];
  return list.map((name) => (name === 'card.cardNumber' ? 'card.number' : name)).filter(isRole);
}

type Happened = Heard['happened'];
type Names = readonly string[] | string;

const listenTo =
  (what: Exclude<Parameters<Listeners['happened']>[1], never>) =>
  (names: Names, listener: Happened, scope?: string): void =>
    formOf(scope).listeners.on(what, rolesOf(names), listener);

const setStyle =
  (mood: Mood) =>
  (names: Names, style: Style, scope?: string): void =>
    formOf(scope).setStyle(rolesOf(names), mood, style);

type Judged = Readonly<Record<string, Readonly<Record<string, boolean | (Validity & { selector: string })>>>>;

async function validate(type: string, callback: (result: Judged) => void, scope?: string): Promise<void> {
  const states = await formOf(scope).judge(type);
  const fields = states.map(([{ role, selector }, state]) => {
    const validity = { ...validityOf(state), hasError: !state.isValid };
    return [role.slice(type.length + 1), { ...validity, selector }] as const;
  });
  const isValid = fields.length > 0 && fields.every(([, field]) => field.isValid);
  callBack(callback, { [type]: { isValid, ...Object.fromEntries(fields) } });
}

/** @param localBrand has no effect: the interface has no field for it, and the card's number says its brand */
function updateSessionFromForm(type = 'card', localBrand?: string, scope?: string): void {
  if (localBrand) {
    debug('localBrand has no effect at this gateway');
  }
  formOf(scope).update(type);
}

/** Up to version 33: the second parameter is called when the fields are there. */
function attachToForm(configuration: Configuration, callback?: () => void): void {
  const callbacks = { ...configuration?.callbacks };
  formOf().configure({
    ...configuration,
    callbacks: {
      ...callbacks,
      initialized(result) {
        callBack(callbacks.initialized, result);
        callBack(callback as ((given: typeof result) => void) | undefined, result);
      },
      formSessionUpdate(outcome) {
        callBack(callbacks.formSessionUpdate, outcome);
        const once = onceUpdated;
        onceUpdated = undefined;
        callBack(once, outcome);
      },
    },
  });
}

let onceUpdated: ((outcome: Outcome) => void) | undefined;

/** Up to version 33. */
function updateSession(callback: (outcome: Outcome) => void): void {
  onceUpdated = callback;
  formOf().update('card');
}

Object.assign(window, {
  PaymentSession: {
    attachToForm,
    configure: (configuration: Configuration, scope?: string) => formOf(scope).configure(configuration),
    onBlur: listenTo('blur'),
    onCardBINChange: (listener: Heard['bin'], scope?: string) =>
      formOf(scope).listeners.on('bin', CARD_NUMBER, listener),
    onCardTypeChange: (listener: Heard['cardType'], scope?: string) =>
      formOf(scope).listeners.on('cardType', CARD_NUMBER, listener),
    onChange: listenTo('change'),
    onEmptinessChange: (names: Names, listener: Heard['emptiness'], scope?: string) =>
      formOf(scope).listeners.on('emptiness', rolesOf(names), listener),
    onFocus: listenTo('focus'),
    onMouseOut: listenTo('mouseout'),
    onMouseOver: listenTo('mouseover'),
    onValidityChange: (names: Names, listener: Heard['validity'], scope?: string) =>
      formOf(scope).listeners.on('validity', rolesOf(names), listener),
    setFocus: (name: string, scope?: string) => formOf(scope).field(rolesOf(name)[0]!)?.focus(),
    setFocusStyle: setStyle('focus'),
    setHoverStyle: setStyle('hover'),
    setLocale(locale: string) {
      for (const form of forms.values()) {
        form.setLocale(locale);
      }
    },
    setMessage: (name: string, text: string, scope?: string) =>
      formOf(scope).field(rolesOf(name)[0]!)?.setMessage(text),
    setPlaceholderShownStyle: setStyle('placeholderShown'),
    setPlaceholderStyle: setStyle('placeholder'),
    updateSession,
    updateSessionFromForm,
    validate,
  },
});
