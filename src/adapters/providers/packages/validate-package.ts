/** Validates a package's exports, member by member. An invalid package stops the start with one line. */
import type { Provider } from '../../../core/ports/index.ts';
import type { OpenProvider } from '../provider-environment.ts';
import { PROVIDER_PORT, type ProviderPackage } from './provider-package.ts';

const MEMBERS: readonly string[] = ['port', 'id', 'facts', 'open', 'standIn'];
const METHODS = ['create', 'state', 'confirm', 'cancel', 'move', 'callback'] as const satisfies (keyof Provider)[];

/**
 * @param source the package or file, for the operator
 * @param exported the module
 * @returns the provider; its id and metadata are validated when they are added
 * @throws Error in one line that names the package and the member, and how to correct it
 */
export function validatePackage(source: string, exported: unknown): ProviderPackage {
  const { provider } = Object(exported) as { provider?: unknown };
  if (typeof provider !== 'object' || provider === null) {
    throw new Error(`${source} exports no provider. It is to export one: const provider = { port, id, facts, open }.`);
  }
  const unknown = Object.keys(provider).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) {
    throw new Error(`${source}: provider.${unknown} is no member. There are ${MEMBERS.join(', ')}.`);
  }
  const { port, open, standIn, facts } = provider as Partial<Record<keyof ProviderPackage, unknown>>;
  if (port !== PROVIDER_PORT) {
    const found = port === undefined ? 'is missing' : `is ${JSON.stringify(port) ?? String(port)}`;
    throw new Error(
      `${source}: provider.port ${found}, and this Turnpike has version ${PROVIDER_PORT} of the port. Install a version of the package that was written for it.`,
    );
  }
  if (typeof facts !== 'object' || facts === null) {
    throw new Error(`${source}: provider.facts are missing. They say what the interface says of the provider.`);
  }
  if (typeof open !== 'function') {
    throw new Error(`${source}: provider.open is no function. It is to give the adapter for an environment.`);
  }
  if (standIn !== undefined && typeof standIn !== 'function') {
    throw new Error(`${source}: provider.standIn is no function. It is to start a stand-in, or is left out.`);
  }
  return { ...(provider as ProviderPackage), open: openValidated(source, open as OpenProvider) };
}

/** @returns `open` with a check: it throws an error in one line that names the package if the adapter is invalid */
function openValidated(source: string, open: OpenProvider): OpenProvider {
  return (environment) => {
    const adapter: Partial<Record<string, unknown>> | undefined = open(environment) as object | undefined;
    const missing = adapter && METHODS.find((method) => typeof adapter[method] !== 'function');
    if (missing !== undefined) {
      throw new Error(`PROVIDERS: ${source}: the adapter that open gives has no function ${missing}.`);
    }
    return adapter as Provider | undefined;
  };
}
