/**
 * The hosts with pages that may show the payment page in a frame and to which payers return: the profile's
 * `embedHosts`, as origins.
 */
import { z } from 'zod';

/**
 * A name or an IPv4 address. Wildcards are not allowed: the hosts go into a response header, and hosts that are not
 * listed belong to others.
 */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9]\d{0,4})?$/i;
const HOSTS_MAX = 20;

export const embedHostsProfile = z
  .array(
    z
      .string()
      .max(253)
      .refine(
        (host) => HOST.test(host) && URL.canParse(`https://${host}`),
        'a host, as shop.example, with its port where it has one, as shop.example:8443',
      ),
  )
  .max(HOSTS_MAX)
  .default([])
  .describe(
    'The hosts whose pages load `checkout.js`: they alone may show the payment page in a frame, and payers come back ' +
      'to the page that they left. Each as `shop.example`, or with its port, as `shop.example:8443`. At most 20.',
  );

const LOOPBACK = new Set(['localhost', '127.0.0.1']);

/**
 * True if the page is on this machine. @param origin the page's origin, in the form of `URL.origin` or of a browser's
 * `Origin` header
 */
export function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK.has(new URL(origin).hostname);
}

/**
 * @param isSandbox allows http for pages on this machine, as for all addresses of shops in sandbox mode
 * @example embedOrigins({ embedHosts: ['shop.example:8443'] }, false) // ['https://shop.example:8443']
 */
export function embedOrigins(
  { embedHosts }: { readonly embedHosts: readonly string[] },
  isSandbox: boolean,
): readonly string[] {
  return embedHosts.flatMap((host) => {
    const { hostname, origin } = new URL(`https://${host}`);
    return isSandbox && LOOPBACK.has(hostname) ? [origin, new URL(`http://${host}`).origin] : [origin];
  });
}
