/**
 * URLs that open an app on the payer's device: a private-use URI scheme (RFC 8252, 7.1), such as
 * `shop.example://thanks`. The merchant's profile lists the schemes that it may use; this file excludes the schemes
 * that no app may own.
 */

/** RFC 3986, 3.1, followed by an authority, which `javascript:` and similar schemes do not have. */
const APP_ADDRESS = /^([a-z][a-z0-9+.-]{1,62}):\/\//i;

/** Schemes that a browser or a device handles itself, and that therefore cannot belong to a shop's app. */
const SYSTEM_SCHEMES: ReadonlySet<string> = new Set([
  'about',
  'android-app',
  'blob',
  'chrome',
  'chrome-extension',
  'content',
  'data',
  'edge',
  'facetime',
  'file',
  'filesystem',
  'ftp',
  'http',
  'https',
  'intent',
  'itms-apps',
  'itms-services',
  'jar',
  'javascript',
  'ldap',
  'livescript',
  'mailto',
  'market',
  'ms-settings',
  'resource',
  'search-ms',
  'shell',
  'sms',
  'smb',
  'ssh',
  'tel',
  'telnet',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

/**
 * The scheme of an app's URL, in lower case, because schemes are compared without case.
 *
 * @example appSchemeOf('Shop.Example://thanks') // 'shop.example'
 * @example appSchemeOf('javascript://%0aalert(1)') // undefined
 */
export function appSchemeOf(address: string): string | undefined {
  const scheme = APP_ADDRESS.exec(address)?.[1]?.toLowerCase();
  return scheme === undefined || SYSTEM_SCHEMES.has(scheme) ? undefined : scheme;
}

/** True if an entry of a profile's `returnHosts` is an app's scheme, as in `shop.example://`, and not a host. */
export function isAppEntry(entry: string): boolean {
  return entry.endsWith('://');
}
