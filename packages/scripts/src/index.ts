/** Loaders and types of the scripts that a Turnpike gateway serves to shops' pages. */
export type * from './globals.d.ts';
export { type LoadOptions, type Pin, ScriptError, type ScriptErrorReason } from './load-script.ts';
export {
  type CheckoutCallback,
  type CheckoutCallbacks,
  type CheckoutOptions,
  type CheckoutProblem,
  loadCheckout,
  loadPaymentSession,
  loadThreeDS,
  type PaymentSessionOptions,
  type Pins,
  readPins,
} from './loaders.ts';
