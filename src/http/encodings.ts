import Negotiator from 'negotiator';

/**
 * @param acceptEncoding the request's header
 * @param offered the best one first
 * @returns the first that the client takes; undefined: as it is
 */
export function encodingFor<Name extends string>(
  acceptEncoding: string | undefined,
  offered: readonly Name[],
): Name | undefined {
  const taken = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings([...offered]);
  return offered.find((name) => taken.includes(name));
}
