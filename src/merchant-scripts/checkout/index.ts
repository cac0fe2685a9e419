/**
 * `checkout.js`: leads payers from a merchant's page to the payment page, in the whole window, in a frame of the page
 * or over it. It leaves one global behind, `Checkout`, and sees no card data: that is typed on the gateway's own page.
 */
import { configure } from './configuration.ts';
import { showEmbeddedPage } from './embedded.ts';
import { restoreFormFields, saveFormFields } from './form-fields.ts';
import { showLightbox } from './lightbox.ts';
import { showPaymentPage } from './payment-page.ts';
import { comeBack } from './way-back.ts';

Object.assign(window, {
  Checkout: { configure, restoreFormFields, saveFormFields, showEmbeddedPage, showLightbox, showPaymentPage },
});
comeBack();
