import type { RequestFields } from '../../contract/request-fields.ts';
import type { EntryPoint } from '../ports/index.ts';

/** Where a request came from. */
export interface CalledFrom {
  readonly entryPoint: EntryPoint;
  /** The caller has nothing but a session's id. */
  readonly isPayer?: boolean;
  /** The caller's network address. */
  readonly from?: string | undefined;
}

/**
 * The network address of the payer's device. On the hosted page, and by a session's id, the payer is the caller, and
 * the connection's own address counts before any that a field names: fields may be of an earlier visit. Elsewhere the
 * caller is the merchant's server, which names the payer's address.
 */
export function payerAddress(
  { device, customer }: Pick<RequestFields, 'customer' | 'device'>,
  { entryPoint, isPayer = false, from }: CalledFrom,
): string | undefined {
  const seen = entryPoint === 'HOSTED_PAGE' || isPayer ? from : undefined;
  return seen ?? firstListed(device?.ipAddress) ?? customer?.ipAddress;
}

/** A server behind proxies may pass on a whole `X-Forwarded-For`, which lists the payer's address first. */
function firstListed(addresses: string | undefined): string | undefined {
  return addresses?.split(',', 1)[0]?.trim() || undefined;
}
