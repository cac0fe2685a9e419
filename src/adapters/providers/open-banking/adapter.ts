/** The gateway's adapter for transfers from payers' own banks (Berlin Group, NextGenPSD2). */
import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Provider, ProviderCertificate } from '../../../core/ports/index.ts';
import { createJsonClient } from '../../http-json.ts';
import { mutualTlsAgent } from '../mutual-tls-agent.ts';
import type { OpenProvider, ProviderEnvironment } from '../provider-environment.ts';
import { type Bank, checkedBanks, readBanks } from './bank-list.ts';
import { type CertifiedKey, type NamedFile, readCertifiedKey, readPem } from './mutual-tls.ts';
import { openBankingProvider } from './open-banking.ts';
import { sandboxBanks } from './sandbox-banks.ts';
import { signer } from './signing.ts';

const BANKS = 'OPEN_BANKING_BANKS';
const CA = 'OPEN_BANKING_CA';
const IP_ADDRESS = 'OPEN_BANKING_IP_ADDRESS';
const QSEAL = { cert: 'OPEN_BANKING_QSEAL_CERT', key: 'OPEN_BANKING_QSEAL_KEY' };
const QWAC = { cert: 'OPEN_BANKING_QWAC_CERT', key: 'OPEN_BANKING_QWAC_KEY' };

/** Uses the operator's list of banks, or else the sandbox's banks. Undefined without either. */
export const open: OpenProvider = ({ env, sandbox }) => {
  if (env[BANKS]) {
    return configuredProvider(env, env[BANKS]);
  }
  return sandbox?.banks && atSandbox(sandbox.banks);
};

function configuredProvider(env: ProviderEnvironment['env'], file: string): Provider {
  const ownIpAddress = env[IP_ADDRESS] || '';
  if (!isIPv4(ownIpAddress)) {
    throw new Error(`${IP_ADDRESS} must be this gateway's own public IPv4 address where ${BANKS} is set.`);
  }
  const qseal = readCertifiedKey(pemFileOf(env, QSEAL.cert), pemFileOf(env, QSEAL.key));
  return provider({
    banks: readBanks(BANKS, file),
    qwac: readCertifiedKey(pemFileOf(env, QWAC.cert), pemFileOf(env, QWAC.key)),
    qseal,
    ca: env[CA] ? readPem(pemFileOf(env, CA)) : undefined,
    ownIpAddress,
    isPage: ({ protocol }) => protocol === 'https:',
  });
}

function pemFileOf(env: ProviderEnvironment['env'], setting: string): NamedFile {
  const file = env[setting];
  if (!file) {
    throw new Error(`${setting} must name a PEM file where ${BANKS} is set.`);
  }
  return { setting, file };
}

type SandboxBanks = NonNullable<NonNullable<ProviderEnvironment['sandbox']>['banks']>;

/** The sandbox's pages are on this machine, without TLS. */
function atSandbox({ api, certificates: { ca, qwac, qseal } }: SandboxBanks): Provider {
  return provider({
    banks: checkedBanks(sandboxBanks(api), 'The list of the sandbox’s banks is wrong'),
    qwac,
    qseal,
    ca,
    ownIpAddress: '127.0.0.1',
    isPage: ({ protocol, hostname }) => protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost',
  });
}

interface Parts {
  readonly banks: readonly Bank[];
  readonly qwac: CertifiedKey;
  readonly qseal: CertifiedKey;
  readonly ca?: string;
  readonly ownIpAddress: string;
  readonly isPage: (url: URL) => boolean;
}

function provider({ qwac, qseal, ca, ...parts }: Parts): Provider {
  return openBankingProvider({
    ...parts,
    client: createJsonClient({ tlsAgent: nameSettingOnError(QWAC.key, () => mutualTlsAgent(qwac, ca)) }),
    certificates: [certificateOf(QWAC.cert, qwac), certificateOf(QSEAL.cert, qseal)],
    sign: nameSettingOnError(QSEAL.key, () => signer(qseal.cert, qseal.key)),
    now: Date.now,
    elapsed: () => performance.now(),
  });
}

function certificateOf(name: string, { cert }: CertifiedKey): ProviderCertificate {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  return { name, from: validFromDate.getTime(), until: validToDate.getTime() };
}

function nameSettingOnError<Made>(setting: string, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new Error(`${setting} cannot be used: ${error instanceof Error ? error.message : 'it is no key'}.`);
  }
}
