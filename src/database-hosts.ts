/**
 * The hosts of a PostgreSQL URL, of which there may be several, as libpq writes them: `postgres://ONE:5432,TWO/NAME`.
 */

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(\/[^?#]+)(\?[^#]*)?$/;
/** More is a mistake. */
const HOSTS_MAX = 10;
const ATTRIBUTES = 'target_session_attrs';
/** A server that takes writes, which is the only one that a gateway can use. */
const WRITABLE: ReadonlySet<string | null> = new Set([null, 'primary', 'read-write']);

/**
 * @returns a URL for each host, in the order in which they stand there; undefined where it is no such URL, or asks for
 *   servers that take no writes
 */
export function databaseHosts(url: string): readonly string[] | undefined {
  const [, start = '', hosts = '', path = '', query = ''] = FORM.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (hosts === '' || !WRITABLE.has(parameters.get(ATTRIBUTES))) {
    return undefined;
  }
  parameters.delete(ATTRIBUTES);
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const urls = hosts.split(',').map((host) => `${start}${host}${path}${rest}`);
  return urls.length <= HOSTS_MAX && urls.every((one) => URL.canParse(one)) ? urls : undefined;
}
