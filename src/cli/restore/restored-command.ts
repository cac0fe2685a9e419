/**
 * `restored`: closes a store that was restored from a backup, and opens it again after it was compared with the
 * ledgers. Row keys identify the messages to the acquirer, and the original store has issued more keys since the
 * backup: the acquirer would refuse a new message under a used key, and a reversal under one would reverse another
 * order's payment. The merchants' requests since the backup are missing too, so repeats of them would be executed
 * again.
 */
import { parseArgs } from 'node:util';
import { Vault } from '../../adapters/vault/index.ts';
import { type CommandCall, UsageError } from '../command.ts';
import { missingLedgers } from './ledgers.ts';

export async function restoredCommand(call: CommandCall): Promise<string> {
  const { open, without } = options(call);
  return open ? openStore(call, without) : closeStore(call);
}

async function closeStore({ store, settings }: CommandCall): Promise<string> {
  const damage = await store.damage();
  if (damage !== undefined) {
    throw new Error(`The database is damaged (${damage}): copy the backup again, and no log of another one beside it.`);
  }
  // Throws an error that names a missing key.
  await Vault.open(settings.keys, store.dataKeys);
  await store.restoration.close(Date.now());
  const ledgers = await missingLedgers(store, settings);
  return [
    'The store is closed: merchants get 503, payers a page that says so, and nothing is sent.',
    'New messages get names that the acquirer has not seen.',
    `Compare it with the ledger of: ${ledgers.join(', ')}.`,
    'turnpike reconcile --ledger FILE.json --adopt [--acquirer NAME], or --bar [--provider ID]; then turnpike restored --open',
  ].join('\n');
}

/** @param without ledgers that are unavailable */
async function openStore({ store, settings }: CommandCall, without: readonly string[]): Promise<string> {
  if ((await store.restoration.state()) === undefined) {
    return 'The store is open already.';
  }
  const missing = (await missingLedgers(store, settings)).filter((one) => !without.includes(one));
  if (missing.length > 0) {
    throw new Error(
      `The store was not compared with the ledger of: ${missing.join(', ')}. Without it, a merchant's repeat may charge ` +
        `twice. If you can get none: turnpike restored --open --without "${missing.join(', ')}"`,
    );
  }
  // The comparison has found the commits that a failover lost: no process needs to wait for the others.
  await store.installation.recordTimeline(store.lineage.timeline);
  await store.restoration.open();
  return 'The store is open. Gateways that wait go on within seconds.';
}

function options({ args, usage }: CommandCall): { readonly open: boolean; readonly without: readonly string[] } {
  try {
    const known = { open: { type: 'boolean' }, without: { type: 'string' } } as const;
    const { open = false, without } = parseArgs({ args: [...args], options: known }).values;
    if (open || without === undefined) {
      return { open, without: without?.split(',').map((one) => one.trim()) ?? [] };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}
