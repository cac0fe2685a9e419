/** Simulators of the program's own providers, by id, one line each. They are imported only to check an adapter. */
import type { StartStandIn } from './stand-in.ts';

const demo = (id: string) => async () => (await import('./stand-ins/demo.ts')).startDemoStandIn(id);

export const STAND_INS: Readonly<Record<string, StartStandIn>> = {
  demoBank: demo('demoBank'),
  demoWallet: demo('demoWallet'),
  openBanking: async () => (await import('./stand-ins/open-banking.ts')).startOpenBankingStandIn(),
  paypal: async () => (await import('./stand-ins/paypal.ts')).startPayPalStandIn(),
  pix: async () => (await import('./stand-ins/pix.ts')).startPixStandIn(),
};
