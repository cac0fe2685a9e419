/** Calls of a field's frame to the gateway, which are same-origin. */

/** The frame's own path is `/form/version/{version}/merchant/{merchant}/field`. */
const [, , , version = '', , merchant = ''] = location.pathname.split('/');

/** The merchant's id from the path, decoded. */
export const MERCHANT_ID = decodeURIComponent(merchant);

/** Returns the path of a resource next to the field's own page. */
export function besideField(name: string): string {
  return `/form/version/${version}/merchant/${merchant}/${name}`;
}

export function sessionAddress(session: string): string {
  return `/api/rest/version/${version}/merchant/${merchant}/session/${encodeURIComponent(session)}`;
}

export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the gateway, read as JSON.
  readonly body: any;
}

/**
 * Sends no data of the page: no cookie, and no referrer.
 *
 * @throws if no answer arrives in time, or it is not JSON
 */
export async function callGateway(
  method: 'POST' | 'PUT',
  address: string,
  body: object,
  msMax: number,
  authorization?: string,
): Promise<ApiAnswer> {
  const response = await fetch(address, {
    method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    headers: { 'Content-Type': 'application/json', ...(authorization && { Authorization: authorization }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(msMax),
  });
  return { status: response.status, body: await response.json() };
}
