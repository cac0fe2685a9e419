/** The simulator of a Pix PSP: the sandbox's, without TLS, because the kit is between it and the adapter. */

import type { LedgerEntry, PayerAct, StandIn } from '../../adapters/providers/index.ts';
import { PIX_SANDBOX_ORIGIN } from '../../adapters/providers/index.ts';
import { sandboxBankCertificates, sandboxPixAccount, sandboxProviderKey } from '../../settings/sandbox/index.ts';
import { minorAmount } from './amounts.ts';
import { listenForCallbacks } from './callback-listener.ts';
import { control } from './control.ts';
import { startSandbox } from './sandbox-process.ts';

/** The control calls at the PSP for the payer's actions. A payer's return needs no call. */
const ACTS: Partial<Record<PayerAct, string>> = { AGREE: 'PAY', DECLINE: 'REMOVE' };

/** An entry of the sandbox's ledger. */
interface Entry {
  readonly kind: 'PAYMENT' | 'REFUND';
  readonly amount: string;
  readonly state: string;
}

const STATES: Readonly<Record<string, LedgerEntry['state']>> = {
  ATIVA: 'OPEN',
  CONCLUIDA: 'MADE',
  DEVOLVIDO: 'MADE',
  EM_PROCESSAMENTO: 'OPEN',
};

export async function startPixSimulator(): Promise<StandIn> {
  const sandbox = await startSandbox({ later: 'AT_ONCE' });
  const listener = await listenForCallbacks(txidsOf);
  const secret = sandboxProviderKey(sandbox.folder);
  const { cert: certificate, key: certificateKey } = sandboxBankCertificates(sandbox.folder).qwac;
  const own = sandboxPixAccount(secret);
  const ask = control(`${sandbox.origin}/providers/pix`);
  const entriesOf = async (order: string) =>
    (await ask('GET', `/ledger?order=${encodeURIComponent(order)}`)) as readonly Entry[];
  return {
    origin: sandbox.origin,
    acts: ['AGREE', 'CANCEL', 'DECLINE'],
    currencies: ['BRL'],
    isUnsigned: true,
    callbackUrl: listener.url,
    environment: (origin) => ({ env: {}, sandbox: { origin, secret, psp: { api: `${origin}/pix` } } }),
    account: (merchantId) => ({
      ...{ address: `${PIX_SANDBOX_ORIGIN}/api/v2`, tokenAddress: `${PIX_SANDBOX_ORIGIN}/oauth/token` },
      ...(merchantId.endsWith('-1') ? own : sandboxPixAccount(merchantId)),
      ...{ certificate, certificateKey },
    }),
    async pay(act, { providerReference }) {
      if (ACTS[act] !== undefined) {
        await ask('PUT', `/charges/${providerReference}`, { act: ACTS[act] });
      }
      return undefined;
    },
    async callback({ providerReference }, signer) {
      const [payment] = await entriesOf(providerReference);
      const raw = payment?.state === 'CONCLUIDA' ? await listener.newestOf(providerReference) : undefined;
      return raw && signer === 'STRANGER' ? { ...raw, path: sandboxPixAccount('a stranger').callbackToken } : raw;
    },
    async ledger(order) {
      return (await entriesOf(order))
        .filter(({ state }) => state !== 'NAO_REALIZADO')
        .map(({ kind, amount, state }) => ({
          ...{ order, kind, amount: minorAmount(amount, 'BRL'), currency: 'BRL' },
          state: STATES[state] ?? 'OVER',
        }));
    },
    async close() {
      await sandbox.close();
      await listener.close();
    },
  };
}

/** One message can report several payments. */
function txidsOf(message: unknown): readonly string[] {
  return (message as { pix: readonly { txid: string }[] }).pix.map(({ txid }) => txid);
}
