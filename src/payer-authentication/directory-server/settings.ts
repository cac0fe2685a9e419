/** What the link to one scheme's directory server needs to know. */
import type { Secret } from '../../contract/secret.ts';

/** Card schemes with a directory server, as `3DSecure` answers name them. */
export const SCHEMES = ['AMEX', 'DINERS_CLUB', 'DISCOVER', 'JCB', 'MASTERCARD', 'UNIONPAY', 'VISA'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** Where a scheme's directory server posts results, below the gateway's origin. */
export const RESULTS = '/3ds/results/';

export function resultsPath(scheme: Scheme): string {
  return RESULTS + scheme;
}

export interface DirectoryServerSettings {
  readonly scheme: Scheme;
  /** `https:`, where AReq and PReq go. */
  readonly url: string;
  /** PEM: authorities of the directory server's certificate. No others are trusted. */
  readonly ca: string;
  /** PEM: our certificate and its key, by which the directory server knows us. */
  readonly cert: string;
  readonly key: Secret;
  /** The directory server's registered application provider id, which answers show as `directoryServerId`. */
  readonly directoryServerId?: string;
  /** Assigned by EMVCo with its approval. */
  readonly threeDSServerRefNumber: string;
  /** Assigned by the scheme. */
  readonly threeDSServerOperatorId?: string;
  /** Where the directory server sends RReq: an address of ours that knows it by its certificate. */
  readonly threeDSServerUrl: string;
}
