/** Their adapters, one line each: the name exported is the provider's id. */
export { open as demoBank } from './demo-bank/adapter.ts';
export { open as demoWallet } from './demo-wallet/adapter.ts';
export { open as paypal } from './paypal/adapter.ts';
