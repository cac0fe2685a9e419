import Negotiator from 'negotiator';

/**
 * @param acceptEncoding the request's header
 * @param offered encodings by preference
 * @returns the first encoding that the client accepts; undefined if the answer must be sent unencoded
 */
export function encodingFor<Name extends string>(
  acceptEncoding: string | undefined,
  offered: readonly Name[],
): Name | undefined {
  const taken = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...offered]);
  return offered.find((name) => taken.includes(name));
}
