/** The adapters, one line each. The exported name is the provider's id. */
export { open as demoBank } from './demo-bank/adapter.ts';
export { open as demoWallet } from './demo-wallet/adapter.ts';
export { open as openBanking } from './open-banking/adapter.ts';
export { open as paypal } from './paypal/adapter.ts';
export { open as pix } from './pix/adapter.ts';
