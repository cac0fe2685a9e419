/**
 * `session.js`: fields for card data on a merchant's page, each a frame of the gateway over the page's own input. It
 * defines one global, `PaymentSession`. The page cannot read typed characters.
 */
import type { Mood, SessionUpdateOutcome, Style, Validity } from '../hosted-fields/messages.ts';
import { isRole, type Role } from '../hosted-fields/roles.ts';
import { publish } from '../own-tag.ts';
import { callBack, debug, SESSION_SCRIPT } from './address.ts';
import type { SessionConfiguration } from './configuration.ts';
import type { Form } from './form.ts';
import { arrange, configureForm, eachForm, formOf } from './forms.ts';
import { CARD_NUMBER, type FieldListeners, type ListenerSignatures, publicValidity } from './listeners.ts';

/** The roles that a page names, one or several. The card number may have its older name. */
function rolesOf(names: unknown): Role[] {
  const list = Array.isArray(names) ? names : [names];
  return list.map((name) => (name === 'card.cardNumber' ? 'card.number' : name)).filter(isRole);
}

type Names = readonly string[] | string;
type Scope = string | null;

const listenTo =
  (what: Exclude<Parameters<FieldListeners['emitFieldEvent']>[1], never>) =>
  (names: Names, listener: ListenerSignatures['happened'], scope?: Scope): void =>
    arrange(scope, ({ listeners }) => listeners.on(what, rolesOf(names), listener));

const setStyle =
  (mood: Mood) =>
  (names: Names, style: Style, scope?: Scope): void =>
    arrange(scope, (form) => form.setStyle(rolesOf(names), mood, style));

type ValidationResult = Readonly<Record<string, Readonly<Record<string, boolean | (Validity & { selector: string })>>>>;

async function validate(type: string, callback: (result: ValidationResult) => void, scope?: Scope): Promise<void> {
  const states = (await formOf(scope)?.currentStates(type)) ?? [];
  const fields = states.map(([{ role, selector }, state]) => {
    const validity = { ...publicValidity(state), hasError: !state.isValid };
    return [role.slice(type.length + 1), { ...validity, selector }] as const;
  });
  const isValid = fields.length > 0 && fields.every(([, field]) => field.isValid);
  callBack(callback, { [type]: { isValid, ...Object.fromEntries(fields) } });
}

/** @param localBrand has no effect: the interface has no field for it, and the card's number determines its brand */
function updateSessionFromForm(type?: string | null, localBrand?: string | null, scope?: Scope): void {
  if (localBrand) {
    debug('localBrand has no effect at this gateway');
  }
  update(scope, type || 'card');
}

function update(scope: Scope | undefined, type: string): void {
  const form = formOf(scope);
  if (form === undefined) {
    console.error('PaymentSession: nothing was configured yet');
  }
  form?.update(type);
}

/** A function of pages up to version 33. @param callback called when the fields are ready */
function attachToForm(configuration: SessionConfiguration, callback?: () => void): void {
  const callbacks = { ...configuration?.callbacks };
  configureForm({
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

let onceUpdated: ((outcome: SessionUpdateOutcome) => void) | undefined;

/** A function of pages up to version 33: stores a card, and calls back once. */
function updateSession(callback: (outcome: SessionUpdateOutcome) => void): void {
  onceUpdated = callback;
  update(undefined, 'card');
}

/** The form's field for a role as named by the page. */
function fieldOf(name: string, scope?: Scope): ReturnType<Form['field']> {
  const [role] = rolesOf(name);
  return role && formOf(scope)?.field(role);
}

publish('PaymentSession', SESSION_SCRIPT, {
  attachToForm,
  configure: configureForm,
  onBlur: listenTo('blur'),
  onCardBINChange: (listener: ListenerSignatures['bin'], scope?: Scope) =>
    arrange(scope, ({ listeners }) => listeners.on('bin', CARD_NUMBER, listener)),
  onCardTypeChange: (listener: ListenerSignatures['cardType'], scope?: Scope) =>
    arrange(scope, ({ listeners }) => listeners.on('cardType', CARD_NUMBER, listener)),
  onChange: listenTo('change'),
  onEmptinessChange: (names: Names, listener: ListenerSignatures['emptiness'], scope?: Scope) =>
    arrange(scope, ({ listeners }) => listeners.on('emptiness', rolesOf(names), listener)),
  onFocus: listenTo('focus'),
  onMouseOut: listenTo('mouseout'),
  onMouseOver: listenTo('mouseover'),
  onValidityChange: (names: Names, listener: ListenerSignatures['validity'], scope?: Scope) =>
    arrange(scope, ({ listeners }) => listeners.on('validity', rolesOf(names), listener)),
  setFocus: (name: string, scope?: Scope) => fieldOf(name, scope)?.focus(),
  setFocusStyle: setStyle('focus'),
  setHoverStyle: setStyle('hover'),
  setLocale: (locale: string) => eachForm((form) => form.setLocale(locale)),
  setMessage: (name: string, text: string, scope?: Scope) => fieldOf(name, scope)?.setMessage(text),
  setPlaceholderShownStyle: setStyle('placeholderShown'),
  setPlaceholderStyle: setStyle('placeholder'),
  updateSession,
  updateSessionFromForm,
  validate,
});
