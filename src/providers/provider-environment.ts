/** What a provider's folder gives, and what it is given. */
import type { Provider } from '../gateway/ports/index.ts';

/** What an adapter may know of its environment. */
export interface ProviderEnvironment {
  /** The process's environment: a provider's address and credentials are the operator's settings. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sandbox's providers, present only with the sandbox. The origin has no slash at the end. */
  readonly sandbox?: {
    readonly origin: string;
    readonly secret: string;
    /** Its banks, where they listen: the address of their server, what to trust, and our certificates there, in PEM. */
    readonly banks?: { readonly api: string; readonly certificates: BankCertificates };
  };
}

/**
 * @returns the adapter; undefined when the provider is not configured
 * @throws Error with one line for the operator when its configuration is invalid
 */
export type OpenProvider = (environment: ProviderEnvironment) => Provider | undefined;

interface BankCertificates {
  readonly ca: string;
  readonly qwac: { readonly cert: string; readonly key: string };
  readonly qseal: { readonly cert: string; readonly key: string };
}
