/** The settings of the connection to one scheme's directory server. */
import type { Secret } from '../../../contract/secret.ts';

/** Card schemes with a directory server, by their names in `3DSecure` answers. */
export const SCHEMES = ['AMEX', 'DINERS_CLUB', 'DISCOVER', 'JCB', 'MASTERCARD', 'UNIONPAY', 'VISA'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** The path prefix of the URLs for schemes' results, below the gateway's origin. */
export const RESULTS = '/3ds/results/';

export function resultsPath(scheme: Scheme): string {
  return RESULTS + scheme;
}

export interface DirectoryServerSettings {
  readonly scheme: Scheme;
  /** The `https:` URL for AReq and PReq. */
  readonly url: string;
  /** PEM of the authorities that issue the directory server's certificate. Only these are trusted. */
  readonly ca: string;
  /** PEM of the client certificate, by which the gateway authenticates to the directory server. */
  readonly cert: string;
  readonly key: Secret;
  /** The directory server's registered application provider id (RID), which answers contain as `directoryServerId`. */
  readonly directoryServerId?: string;
  /** The reference number that EMVCo assigns when it approves the 3DS Server. */
  readonly threeDSServerRefNumber: string;
  /** The operator's id that the scheme assigns. */
  readonly threeDSServerOperatorId?: string;
  /** The gateway's URL for RReq, to which the directory server authenticates by its certificate. */
  readonly threeDSServerUrl: string;
}
