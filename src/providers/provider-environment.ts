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
    /** Where payers find its pages, where that is another address. */
    readonly pages?: string;
    /** Its banks, where they listen: the address of their server, what to trust, and our certificates there, in PEM. */
    readonly banks?: { readonly api: string; readonly certificates: BankCertificates };
    /** Its payment service provider for Pix: the address of its server, and what to trust; absent: no TLS. */
    readonly psp?: { readonly api: string; readonly ca?: string };
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
