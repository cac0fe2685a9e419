/**
 * Parses and evaluates a page's Content-Security-Policy, as far as this gateway's scripts need it (W3C CSP Level 3: a
 * page may have several policies, and each must allow a request).
 */

/** The sources of each directive as written, by the directive's name in lower case. */
export type ContentPolicy = ReadonlyMap<string, readonly string[]>;

/** The directives that apply, in order of preference. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
  'connect-src': ['connect-src', 'default-src'],
  'frame-src': ['frame-src', 'child-src', 'default-src'],
  'script-src-elem': ['script-src-elem', 'script-src', 'default-src'],
  'form-action': ['form-action'],
};

/** @param text the text of a header, or of a page's meta element; commas separate policies */
export function readPolicies(text: string): ContentPolicy[] {
  return text
    .split(',')
    .map((one) => readPolicy(one))
    .filter((policy) => policy.size > 0);
}

function readPolicy(text: string): ContentPolicy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // The first of repeated directives counts.
    if (name !== '' && !directives.has(name.toLowerCase())) {
      directives.set(name.toLowerCase(), sources);
    }
  }
  return directives;
}

/** The directive that applies, with its sources; undefined where no directive restricts it. */
export function applicableDirective(
  policy: ContentPolicy,
  directive: string,
): { readonly name: string; readonly sources: readonly string[] } | undefined {
  const name = (FALLBACKS[directive] ?? [directive]).find((one) => policy.has(one));
  return name === undefined ? undefined : { name, sources: policy.get(name) ?? [] };
}

/** @param page the page with the policy: `'self'` is its origin */
export function allowsUrl(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => matchesSource(source.toLowerCase(), url, page));
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:]+\])(?::(\d+|\*))?(\/.*)?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function matchesSource(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") {
    return url.origin === page.origin;
  }
  if (source === '*') {
    return /^(?:https?|wss?):$/.test(url.protocol);
  }
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) {
    return matchesScheme(source, url.protocol);
  }
  const [, scheme, host = '', port, path] = HOST_SOURCE.exec(source) ?? [];
  return (
    host !== '' &&
    matchesScheme(scheme === undefined ? page.protocol : `${scheme}:`, url.protocol) &&
    matchesHost(host, url.hostname) &&
    matchesPort(port, url) &&
    (path === undefined || path === '/' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path))
  );
}

/** A source with http also allows https. */
function matchesScheme(allowed: string, scheme: string): boolean {
  return allowed === scheme || (allowed === 'http:' && scheme === 'https:');
}

function matchesHost(allowed: string, host: string): boolean {
  return allowed === '*' || (allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed);
}

function matchesPort(allowed: string | undefined, { port, protocol }: URL): boolean {
  const actual = port === '' ? DEFAULT_PORTS[protocol] : port;
  return allowed === '*' || (allowed ?? DEFAULT_PORTS[protocol]) === actual || (allowed === '80' && actual === '443');
}
