/** Splits a PostgreSQL URL with one or several hosts, in libpq's format: `postgres://ONE:5432,TWO/NAME`. */

const FORM = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(\/[^?#]+)(\?[^#]*)?$/;
/** The maximum number of hosts. A longer list is a mistake. */
const HOSTS_MAX = 10;
const ATTRIBUTES = 'target_session_attrs';

/** WRITES: the one server that accepts writes. READS: a standby, or any server if none is a standby. */
export type HostsFor = 'READS' | 'WRITES';

/** The values of `target_session_attrs` that mean the same. */
const SESSION_ATTRIBUTES: Readonly<Record<HostsFor, ReadonlySet<string | null>>> = {
  READS: new Set([null, 'prefer-standby']),
  WRITES: new Set([null, 'primary', 'read-write']),
};

/**
 * @returns a URL for each host, in the given order; undefined if the URL has another format, or its
 *   `target_session_attrs` asks for other servers
 */
export function databaseHosts(url: string, hostsFor: HostsFor = 'WRITES'): readonly string[] | undefined {
  const [, start = '', hosts = '', path = '', query = ''] = FORM.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  if (hosts === '' || !SESSION_ATTRIBUTES[hostsFor].has(parameters.get(ATTRIBUTES))) {
    return undefined;
  }
  parameters.delete(ATTRIBUTES);
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  const urls = hosts.split(',').map((host) => `${start}${host}${path}${rest}`);
  return urls.length <= HOSTS_MAX && urls.every((one) => URL.canParse(one)) ? urls : undefined;
}
