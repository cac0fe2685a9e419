/** The environment of a provider's adapter, and the function that opens the adapter. */
import type { Provider } from '../../core/ports/index.ts';

/** The environment that an adapter may read. */
export interface ProviderEnvironment {
  /** The process's environment. The operator sets a provider's URL and credentials there. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sandbox's providers, present only with the sandbox. The origin has no slash at the end. */
  readonly sandbox?: {
    readonly origin: string;
    readonly secret: string;
    /** The origin of the sandbox's pages, if it differs. */
    readonly pages?: string;
    /**
     * The sandbox's banks, if they run: the URL of their server, the trusted authority, and the gateway's certificates,
     * in PEM.
     */
    readonly banks?: { readonly api: string; readonly certificates: BankCertificates };
    /**
     * The sandbox's payment service provider for Pix: the URL of its server, and the trusted authority `ca`. Without
     * `ca`, the server has no TLS.
     */
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
