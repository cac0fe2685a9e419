/** The built-in browser-payment providers, one line each. The exported name is the provider's id. */
export { demoBank } from './demo-bank.ts';
export { demoWallet } from './demo-wallet.ts';
export { openBanking } from './open-banking.ts';
export { paypal } from './paypal.ts';
export { pix } from './pix.ts';
