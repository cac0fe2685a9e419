/** @returns the mode that `TURNPIKE_MODE` names, unvalidated, or its default */
export function namedMode(env: Readonly<Record<string, string | undefined>>): string {
  return env.TURNPIKE_MODE || (env.NODE_ENV === 'production' ? 'live' : 'sandbox');
}
