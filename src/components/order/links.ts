/**
 * An address of the gateway itself, as a path, or one of the web; else undefined. Never another scheme, and never a
 * path that a browser would take for a host.
 */
export function ownOrWebLink(address: string | undefined): string | undefined {
  return address !== undefined && /^\/(?![/\\\s])/.test(address) ? address : webLink(address);
}

/** An address to link to, or undefined: whatever a profile or an order says, a page links to the web alone. */
export function webLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) {
    return undefined;
  }
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? address : undefined;
}
