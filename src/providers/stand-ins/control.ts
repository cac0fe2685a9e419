/** Calls of the sandbox's control, which answers JSON. */

export type Control = (method: 'GET' | 'PUT', path: string, body?: object) => Promise<unknown>;

const BAD_REQUEST = 400;

/**
 * @param base what stands before the path of each call
 * @returns a caller; what the sandbox says cannot be done is not done, and any other refusal is thrown
 */
export function control(base: string): Control {
  return async (method, path, body) => {
    const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok && response.status !== BAD_REQUEST) {
      throw new Error(`The sandbox answered ${response.status} to ${method} ${path}.`);
    }
    return response.json();
  };
}
