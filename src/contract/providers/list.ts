/** The browser-payment providers of this program, one line each, in the order of their ids: the name exported is the id. */
export { demoBank } from './demo-bank.ts';
export { demoWallet } from './demo-wallet.ts';
