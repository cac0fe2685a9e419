// @ts-nocheck: plain JavaScript of a page, as shops write it; what the tests drive.
/** What a shop's page does with `session.js`: the gateway's fields over its inputs, then its own form to its server. */
const form = document.querySelector('#pay');
const button = form.querySelector('button');
const outcome = document.querySelector('#problem');

/** By the names that errors have: the field's role, and what to say of it. */
const FIELDS = {
  cardNumber: { role: 'card.number', input: '#number', text: 'Check your card number.' },
  expiryMonth: { role: 'card.expiryMonth', input: '#month', text: 'Check the month, as on your card.' },
  expiryYear: { role: 'card.expiryYear', input: '#year', text: 'Check the year, as on your card.' },
  securityCode: { role: 'card.securityCode', input: '#code', text: 'Check the security code.' },
};
const ROLES = [...Object.values(FIELDS).map(({ role }) => role), 'card.nameOnCard'];

function say(text) {
  outcome.textContent = text;
  outcome.hidden = text === '';
}

function showErrors(errors) {
  for (const [name, { role, input, text }] of Object.entries(FIELDS)) {
    const said = errors[name] === undefined ? '' : text;
    document.querySelector(`${input}-error`).textContent = said;
    document.querySelector(input).classList.toggle('wrong', said !== '');
    PaymentSession.setMessage(role, said);
  }
  const first = Object.keys(FIELDS).find((name) => errors[name] !== undefined);
  if (first !== undefined) {
    PaymentSession.setFocus(FIELDS[first].role);
  }
}

PaymentSession.configure({
  session: form.dataset.session,
  fields: {
    card: {
      number: '#number',
      expiryMonth: '#month',
      expiryYear: '#year',
      securityCode: '#code',
      nameOnCard: '#name',
    },
  },
  frameEmbeddingMitigation: ['csp'],
  callbacks: {
    initialized({ status, message }) {
      say(status === 'ok' ? '' : `The fields cannot be shown here: ${message}`);
      button.disabled = status !== 'ok';
    },
    formSessionUpdate(result) {
      button.disabled = false;
      showErrors(result.status === 'fields_in_error' ? result.errors : {});
      if (result.status === 'ok') {
        form.elements.version.value = result.session.version;
        form.submit();
      } else {
        say(result.status === 'fields_in_error' ? '' : 'This did not work. Nothing was paid. Try again.');
      }
    },
  },
});

// The ring is the page's own, as around its other controls.
PaymentSession.setFocusStyle(ROLES, { outline: 'none' });
PaymentSession.onFocus(ROLES, (selector) => document.querySelector(selector).classList.add('focused'));
PaymentSession.onBlur(ROLES, (selector) => document.querySelector(selector).classList.remove('focused'));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  button.disabled = true;
  PaymentSession.updateSessionFromForm('card');
});
