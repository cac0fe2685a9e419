/**
 * `checkout.js`: leads payers from a merchant's page to the payment page, in the whole window, in a frame of the page
 * or over it. It leaves one global behind, `Checkout`, and sees no card data: that is typed on the gateway's own page.
 */
import { publish } from '../own-tag.ts';
import { configure } from './configuration.ts';
import { showEmbeddedPage } from './embedded.ts';
import { restoreFormFields, saveFormFields } from './form-fields.ts';
import { SCRIPT } from './gateway.ts';
import { showLightbox } from './lightbox.ts';
import { showPaymentPage } from './payment-page.ts';
import { comeBack } from './way-back.ts';

const functions = {
  configure,
  restoreFormFields,
  saveFormFields,
  showEmbeddedPage,
  showLightbox,
  showPaymentPage,
};
if (publish('Checkout', SCRIPT, functions)) {
  comeBack();
}
