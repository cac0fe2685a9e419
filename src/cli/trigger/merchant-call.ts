/** A request of the sandbox's merchant to the gateway. */

const MERCHANT = 'TESTSHOP';

export interface MerchantAnswer {
  readonly result?: string;
  readonly status?: string;
  readonly response?: { readonly gatewayCode?: string };
  readonly order?: { readonly status?: string };
  readonly checkout?: { readonly url?: string };
  readonly error?: { readonly cause?: string; readonly explanation?: string };
}

/**
 * @param version of the interface
 * @returns the answer; for GET also an error
 * @throws Error with the gateway's explanation
 */
export async function callAsMerchant<Answer extends MerchantAnswer>(
  { gateway, password }: { readonly gateway: string; readonly password: string },
  { version, method, path, body }: { version: number; method: string; path: string; body?: object | undefined },
): Promise<Answer> {
  const answer = await fetch(`${gateway}/api/rest/version/${version}/merchant/${MERCHANT}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`merchant.${MERCHANT}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: body && JSON.stringify(body),
  });
  const read = (await answer.json()) as Answer;
  if (!answer.ok && method !== 'GET') {
    throw new Error(`The gateway answered ${answer.status}: ${read.error?.explanation ?? read.error?.cause}`);
  }
  return read;
}
