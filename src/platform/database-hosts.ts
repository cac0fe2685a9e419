/** Splits a PostgreSQL URL with one or several hosts, in libpq's format: `postgres://ONE:5432,TWO/NAME`. */

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(\/[^?#]+)(\?[^#]*)?$/;
/** The maximum number of hosts. A longer list is a mistake. */
const HOSTS_MAX = 10;
const ATTRIBUTES = 'target_session_attrs';
/** Values of `target_session_attrs` that select a writable server, which the gateway needs. */
const WRITABLE_SERVER_VALUES: ReadonlySet<string | null> = new Set([null, 'primary', 'read-write']);

/**
 * @returns a URL for each host, in the given order; undefined if the URL has another format, or asks for read-only
 *   servers
 */
export function databaseHosts(url: string): readonly string[] | undefined {
  const [, start = '', hosts = '', path = '', query = ''] = FORM.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (hosts === '' || !WRITABLE_SERVER_VALUES.has(parameters.get(ATTRIBUTES))) {
    return undefined;
  }
  parameters.delete(ATTRIBUTES);
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const urls = hosts.split(',').map((host) => `${start}${host}${path}${rest}`);
  return urls.length <= HOSTS_MAX && urls.every((one) => URL.canParse(one)) ? urls : undefined;
}
