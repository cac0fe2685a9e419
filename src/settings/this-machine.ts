/** Names and addresses of the machine itself, to which clear text leaves no trace on a network. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** @param hostname as the WHATWG URL has it: an IPv6 address in brackets */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.test(hostname);
}
