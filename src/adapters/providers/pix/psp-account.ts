/** A merchant's account at its PSP, from the merchant's profile. */
import type { ProviderAccount } from '../../../core/ports/index.ts';

export interface PspAccount {
  /** The prefix of `/cob`. */
  readonly address: string;
  readonly tokenAddress: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The Pix key of the payee. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  readonly certificateKey: string;
  readonly callbackToken: string;
  readonly authority: string | undefined;
  readonly seconds: number;
  readonly city: string;
}

/**
 * Stands for the sandbox's PSP, whose port changes with each start. The name is reserved (RFC 6761), so it belongs to
 * no host.
 */
export const SANDBOX_ORIGIN = 'https://psp.sandbox.invalid';

/** The current address of the sandbox's PSP. */
export interface SandboxPsp {
  /** Replaces `SANDBOX_ORIGIN`. */
  readonly api: string;
  /** PEM of its authority. Absent: it is called without TLS. */
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
