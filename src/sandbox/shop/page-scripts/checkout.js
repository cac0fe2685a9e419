// @ts-nocheck: plain JavaScript of a page, as shops write it; what the tests drive.
/** What a shop's page does with `checkout.js`: it shows the payment page in the frame or over itself. */
const { session, way, done } = document.currentScript.dataset;

// The names that the tag of checkout.js has for its callbacks.
window.shop = {
  paid({ resultIndicator }) {
    location.assign(`${done}&resultIndicator=${encodeURIComponent(resultIndicator)}`);
  },
  failed({ explanation }) {
    const problem = document.querySelector('#problem');
    problem.textContent = `The payment page cannot be shown here: ${explanation}`;
    problem.hidden = false;
  },
};

Checkout.configure({ session: { id: session } });
if (way === 'embedded') {
  Checkout.showEmbeddedPage('#payment');
} else {
  document.querySelector('#open').addEventListener('click', () => Checkout.showLightbox());
}
