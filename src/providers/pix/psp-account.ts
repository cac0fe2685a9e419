/** A merchant's account at its PSP, as its profile holds it. */
import type { ProviderAccount } from '../../gateway/ports/index.ts';

export interface PspAccount {
  /** What stands before `/cob`. */
  readonly address: string;
  readonly tokenAddress: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Pix key that is paid to. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
  readonly certificateKey: string;
  readonly callbackToken: string;
  readonly authority?: string;
  readonly seconds: number;
  readonly city: string;
}

/** The sandbox's PSP, whose port differs from start to start: no host has such a name (RFC 6761). */
export const SANDBOX_ORIGIN = 'https://psp.sandbox.invalid';

/** Where the sandbox's PSP is now. */
export interface SandboxPsp {
  /** In place of `SANDBOX_ORIGIN`. */
  readonly api: string;
  /** PEM of its authority; absent: it is asked without TLS. */
  readonly ca?: string;
}

const MINUTES = 30;

/** @returns undefined where something is missing: the account was taken out while payments were open */
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
    ...(authority !== undefined && { authority }),
    seconds: Number(members.minutes ?? MINUTES) * 60,
    city: members.city ?? '',
  };
}
