/** The environment of a provider's adapter, and the function that opens the adapter. */
import type { Provider } from '../../core/ports/index.ts';

/** The environment that an adapter may read. */
export interface ProviderEnvironment {
  /** The process's environment. A provider's address and credentials are settings of the operator. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sandbox's providers, present only with the sandbox. The origin has no slash at the end. */
  readonly sandbox?: {
    readonly origin: string;
    readonly secret: string;
    /** The origin of its pages, if it differs. */
    readonly pages?: string;
    /**
     * Its banks, if they are served: the address of their server, the trusted authority, and our certificates, in PEM.
     */
    readonly banks?: { readonly api: string; readonly certificates: BankCertificates };
    /** Its payment service provider for Pix: the address of its server, and the trusted authority. Absent: no TLS. */
    readonly psp?: { readonly api: string; readonly ca?: string };
  };
}

/**
 * @returns the adapter; undefined if the provider is not configured
 * @throws Error with one line for the operator if its configuration is invalid
 */
export type OpenProvider = (environment: ProviderEnvironment) => Provider | undefined;

interface BankCertificates {
  readonly ca: string;
  readonly qwac: { readonly cert: string; readonly key: string };
  readonly qseal: { readonly cert: string; readonly key: string };
}
