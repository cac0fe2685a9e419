/** The banks alone, on ports of their own, for callers that do not need the rest of the sandbox. */
import { TestAuthority } from '../../platform/x509/index.ts';
import { issueBankCertificates, type SandboxBankCertificates } from '../../settings/sandbox/index.ts';
import { LOOPBACK, listenOnLoopback } from '../kit/http/listen.ts';
import { addOpenBanking } from './add-open-banking.ts';
import { OpenBanking, type SandboxBanksOptions } from './open-banking.ts';
import { OPEN_BANKING_PREFIX } from './prefix.ts';
import { listenAsBanks } from './server.ts';

export interface StartedOpenBanking {
  /** `https://localhost:port`; a bank's interface is below `/{bank}`. */
  readonly api: string;
  /** `http://127.0.0.1:port/providers/open-banking`: pages and control. */
  readonly control: string;
  readonly banks: OpenBanking;
  /** A caller's trusted authority, and its certificates for connections and signatures. */
  readonly certificates: SandboxBankCertificates;
  /** Issues further certificates. */
  readonly authority: TestAuthority;
  close(): Promise<void>;
}

/** Cached, because key generation is slow and tests start many banks. */
let cachedCertificates:
  | { readonly authority: TestAuthority; readonly certificates: SandboxBankCertificates }
  | undefined;

/** @throws when the ledger cannot be opened */
export async function startOpenBanking(options: Omit<SandboxBanksOptions, 'ca'>): Promise<StartedOpenBanking> {
  cachedCertificates ??= issueCertificates();
  const { authority, certificates } = cachedCertificates;
  const banks = new OpenBanking({ ...options, ca: certificates.ca });
  const pages = await listenOnLoopback((app) => addOpenBanking(app, banks));
  const server = await listenAsBanks(banks, certificates, LOOPBACK, 0);
  return {
    api: banks.bases.api,
    control: pages.origin + OPEN_BANKING_PREFIX,
    banks,
    certificates,
    authority,
    async close() {
      await server.close();
      await pages.close();
      await banks.close();
    },
  };
}

function issueCertificates() {
  const authority = new TestAuthority('Sandbox Authority');
  return { authority, certificates: issueBankCertificates(authority) };
}
