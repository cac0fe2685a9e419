/** Verifies and decrypts the payment tokens of Apple Pay and Google Pay, and identifies merchants to Apple. */
export { appleMerchantValidation, type SandboxValidation } from './apple-pay/merchant-validation.ts';
export { applePayReader } from './apple-pay/payment-token.ts';
export { type GoogleGateway, type GooglePayDependencies, googlePayReader } from './google-pay/payment-token.ts';
export { readRootKeys } from './google-pay/root-keys.ts';
