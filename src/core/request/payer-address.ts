import type { RequestFields } from '../../contract/request-fields.ts';
import type { EntryPoint } from '../ports/index.ts';

/** The caller of a request. */
export interface CalledFrom {
  readonly entryPoint: EntryPoint;
  /** True if the caller is the payer, who has only a session's id. */
  readonly isPayer?: boolean;
  /** The caller's IP address. */
  readonly from?: string | undefined;
}

/**
 * The IP address of the payer's device. On the hosted page, and for a call with only a session's id, the payer is the
 * caller. The connection's address then takes precedence over the fields, which may be from an earlier visit. Otherwise
 * the caller is the merchant's server, which sends the payer's address in a field.
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
