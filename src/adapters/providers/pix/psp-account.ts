/** A merchant's account at its PSP, from the merchant's profile. */
import type { ProviderAccount } from '../../../core/ports/index.ts';

export interface PspAccount {
  /** The URL before `/cob`. */
  readonly address: string;
  readonly tokenAddress: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Pix key of the payee. */
  readonly key: string;
  /** The client certificate, PEM. */
  readonly certificate: string;
  readonly certificateKey: string;
  readonly callbackToken: string;
  readonly authority: string | undefined;
  readonly seconds: number;
  readonly city: string;
}

/**
 * The placeholder for the URL of the sandbox's PSP, whose port changes with each start. The host name is reserved (RFC
 * 6761), so it does not exist.
 */
export const SANDBOX_ORIGIN = 'https://psp.sandbox.invalid';

/** The current URL of the sandbox's PSP. */
export interface SandboxPsp {
  /** The URL that replaces `SANDBOX_ORIGIN`. */
  readonly api: string;
  /** The certificate of the PSP's authority, PEM. Absent: the PSP is called without TLS. */
  readonly ca?: string;
}

const MINUTES = 30;

/** @returns undefined if a member is missing, because the account was removed while payments were open */
export function pspAccountOf({ members }: ProviderAccount, sandbox: SandboxPsp | undefined): PspAccount | undefined {
  const { address, tokenAddress, clientId, clientSecret, key, certificate, certificateKey, callbackToken } = members;
  if (
    address === undefined ||
    tokenAddress === undefined ||
    clientId === undefined ||
    clientSecret === undefined ||
    key === undefined ||
    certificate === undefined ||
    certificateKey === undefined ||
    callbackToken === undefined
  ) {
    return undefined;
  }
  const isSandbox = address.startsWith(`${SANDBOX_ORIGIN}/`);
  const placed = (url: string) => (isSandbox && sandbox ? url.replace(SANDBOX_ORIGIN, sandbox.api) : url);
  const authority = isSandbox ? sandbox?.ca : members.authority;
  return {
    ...{ clientId, clientSecret, key, certificate, certificateKey, callbackToken },
    address: placed(address),
    tokenAddress: placed(tokenAddress),
    authority,
    seconds: Number(members.minutes ?? MINUTES) * 60,
    city: members.city ?? '',
  };
}
