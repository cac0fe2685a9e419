/**
 * `checkout.js`: takes payers from a merchant's page to the payment page, in the whole window, in a frame of the page
 * or in a dialog over it. It defines one global, `Checkout`, and has no access to card data, which is typed on the
 * gateway's own page.
 */
import { publish } from '../own-tag.ts';
import { configureCheckout } from './configuration.ts';
import { showEmbeddedPage } from './embedded-page.ts';
import { restoreFormFields, saveFormFields } from './form-fields.ts';
import { CHECKOUT_SCRIPT } from './gateway.ts';
import { showLightbox } from './lightbox.ts';
import { resumeAfterReturn } from './payer-return.ts';
import { showPaymentPage } from './payment-page.ts';

const functions = {
  configure: configureCheckout,
  restoreFormFields,
  saveFormFields,
  showEmbeddedPage,
  showLightbox,
  showPaymentPage,
};
if (publish('Checkout', CHECKOUT_SCRIPT, functions)) {
  resumeAfterReturn();
}
