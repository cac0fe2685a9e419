/** Calls the sandbox's control interface, which answers JSON. */

export type ControlCall = (method: 'GET' | 'PUT', path: string, body?: object) => Promise<unknown>;

const BAD_REQUEST = 400;

/**
 * @param base prefix of each call's path
 * @returns a caller that ignores status 400 (an impossible request) and throws for other errors
 */
export function control(base: string): ControlCall {
  return async (method, path, body) => {
    const response = await fetch(base + path, { method, body: body && JSON.stringify(body) });
    if (!response.ok && response.status !== BAD_REQUEST) {
      throw new Error(`The sandbox answered ${response.status} to ${method} ${path}.`);
    }
    return response.json();
  };
}
