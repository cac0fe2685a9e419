/** This program's browser-payment providers, one line each: the name exported is the provider's id. */
export { demoBank } from './demo-bank.ts';
export { demoWallet } from './demo-wallet.ts';
export { paypal } from './paypal.ts';
