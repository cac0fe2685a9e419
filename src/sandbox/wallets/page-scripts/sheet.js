// @ts-nocheck: plain JavaScript of a page, as a wallet's script is.
/** The sheet in its frame: sends the token, or that the payer cancelled, to the page around it. */
const form = document.querySelector('form');
const { gateway } = document.body.querySelector('main').firstElementChild.dataset;
const say = (message) => parent.postMessage(message, gateway);

async function pay() {
  const { card, ...fields } = Object.fromEntries(new FormData(form));
  const chosen = { ...fields, ...JSON.parse(card) };
  const answer = await fetch('/wallets/tokens', { method: 'POST', body: JSON.stringify(chosen) });
  const { sourceOfFunds } = await answer.json();
  say({ kind: 'token', token: sourceOfFunds.provided.card.devicePayment.paymentToken });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const button = event.submitter;
  if (button.value === 'cancel') {
    say({ kind: 'cancelled' });
  } else {
    button.disabled = true;
    pay();
  }
});
addEventListener('message', ({ source, data }) => {
  if (source === parent && data.kind === 'start') {
    form.querySelector('[value=pay]').disabled = false;
  }
});
say({ kind: 'ready' });
