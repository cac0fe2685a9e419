/** Stand-ins of the program's own providers, by id, one line each; only who tries an adapter starts one. */
import type { StartStandIn } from './stand-in.ts';

const demo = (id: string) => async () => (await import('./stand-ins/demo.ts')).startDemoStandIn(id);

export const STAND_INS: Readonly<Record<string, StartStandIn>> = {
  demoBank: demo('demoBank'),
  demoWallet: demo('demoWallet'),
  openBanking: async () => (await import('./stand-ins/open-banking.ts')).startOpenBankingStandIn(),
  paypal: async () => (await import('./stand-ins/paypal.ts')).startPayPalStandIn(),
  pix: async () => (await import('./stand-ins/pix.ts')).startPixStandIn(),
};
