/** `trigger NAME`: makes a named history happen in the running sandbox, and prints each step and the order's id. */
import { parseArgs } from 'node:util';
import { readSettings, type Settings } from '../../settings/index.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import { HISTORIES } from './histories.ts';
import { type SandboxAddresses, SandboxShop } from './sandbox-shop.ts';

const LIST = Object.entries(HISTORIES)
  .map(([name, { about }]) => `${name.padEnd(22)}${about}`)
  .join('\n');

/** Without a name, lists the histories. */
export async function trigger({ args, usage, env, progress }: LoneCall): Promise<CommandResult> {
  const { name, ...options } = readOptions(args, usage);
  if (name === undefined) {
    return { text: LIST, exitCode: 0 };
  }
  const history = Object.hasOwn(HISTORIES, name) ? HISTORIES[name] : undefined;
  if (history === undefined) {
    throw new UsageError(`There is no history ${JSON.stringify(name)}. These can be triggered:\n${LIST}`);
  }
  const settings = readSettings(env);
  try {
    const shop = new SandboxShop(addressesOf(settings, options), progress);
    shop.say(`order ${shop.orderId}`);
    await history.play(shop);
    return { text: `the order is ${await shop.status()}`, exitCode: 0 };
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    return { text: cause?.code === 'ECONNREFUSED' ? 'The sandbox does not run: npm start.' : message, exitCode: 1 };
  } finally {
    await Promise.all(settings.keys.map((key) => key.close()));
  }
}

interface Options {
  readonly name?: string | undefined;
  readonly shop?: string | undefined;
  readonly notify?: string | undefined;
}

function readOptions(args: readonly string[], usage: string): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { shop: { type: 'string' }, notify: { type: 'string' } },
      allowPositionals: true,
    });
    const isUrl = (text: string | undefined) => text === undefined || URL.canParse(text);
    if (positionals.length <= 1 && isUrl(values.shop) && isUrl(values.notify)) {
      return { name: positionals[0], ...values };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** @throws UsageError outside the sandbox */
function addressesOf(settings: Settings, { shop, notify }: Options): SandboxAddresses {
  const { publicOrigin, sandboxApiPassword, providers } = settings;
  if (sandboxApiPassword === undefined || providers.sandbox === undefined) {
    throw new UsageError('trigger is for the sandbox: set TURNPIKE_MODE=sandbox.');
  }
  const sandbox = providers.sandbox.origin;
  return {
    gateway: publicOrigin,
    sandbox,
    password: sandboxApiPassword,
    shop,
    notify: notify ?? `${sandbox}/notifications/receive`,
  };
}
