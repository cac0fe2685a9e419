/** Calls of the gateway by a field's frame, which is of its origin. */

/** `/form/version/{version}/merchant/{merchant}/field`, from which all other addresses follow. */
const [, , , version = '', , merchant = ''] = location.pathname.split('/');

/** The merchant's id as the address has it, decoded. */
export const MERCHANT = decodeURIComponent(merchant);

/** Beside the field's own page. @param name of what is there */
export function besideField(name: string): string {
  return `/form/version/${version}/merchant/${merchant}/${name}`;
}

export function sessionAddress(session: string): string {
  return `/api/rest/version/${version}/merchant/${merchant}/session/${encodeURIComponent(session)}`;
}

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the gateway, read as JSON.
  readonly body: any;
}

/**
 * Nothing of the page goes along: no cookie, and not its address.
 *
 * @throws where no answer comes within the time, or none that is JSON
 */
export async function call(
  method: 'POST' | 'PUT',
  address: string,
  body: object,
  msMax: number,
  authorization?: string,
): Promise<Answered> {
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
