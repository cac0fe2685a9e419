/** Simulators of the program's own providers, by id, one line each. They are imported only to check an adapter. */
import type { StartStandIn } from '../../adapters/providers/index.ts';

const demo = (id: string) => async () => (await import('./demo.ts')).startDemoSimulator(id);

export const SIMULATORS: Readonly<Record<string, StartStandIn>> = {
  demoBank: demo('demoBank'),
  demoWallet: demo('demoWallet'),
  openBanking: async () => (await import('./open-banking.ts')).startOpenBankingSimulator(),
  paypal: async () => (await import('./paypal.ts')).startPayPalSimulator(),
  pix: async () => (await import('./pix.ts')).startPixSimulator(),
};
