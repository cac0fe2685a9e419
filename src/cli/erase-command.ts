/** `erase`: erases the data of a customer from one order, or from all of a merchant's orders with an e-mail address. */
import { parseArgs } from 'node:util';
import { Vault } from '../adapters/vault/index.ts';
import { type ErasedOrder, eraseCustomer, eraseOrder } from '../back-office/retention/index.ts';
import { email } from '../contract/web-types.ts';
import { customerHashes } from '../core/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { printable } from './printable.ts';

const NOT_REACHED =
  'Money stays: amounts, types, results, totals, references, times and masked card numbers. Sealed card numbers stay ' +
  "for refunds until retention.cardDays are over; the merchant's own tokens until the merchant deletes them.\n" +
  'Not reached: backups, logs, mails that were sent, settlement reports, the acquirer, providers, and the ' +
  "merchant's own systems. PostgreSQL frees the space with its next VACUUM.";

export async function erase(call: CommandCall): Promise<CommandResult> {
  const { store, usage } = call;
  const { merchantId, named, isDryRun, as } = readArgs(call);
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(merchantId)}.`);
  }
  const removeSavedCards = cardRemover(call, merchant.key, isDryRun);
  const options = { merchantKey: merchant.key, now: Date.now(), isDryRun, removeSavedCards };
  const isOrder = (await store.orders.find(merchant.key, named)) !== undefined;
  const isEmail = email().accepts(named);
  if (isOrder && isEmail && as === undefined) {
    throw new UsageError(`There is an order of that id. Say which is meant: ${usage}`);
  }
  if (as !== 'email' && isOrder) {
    const erased = await eraseOrder(store.erasure, named, options);
    return result(erased === undefined ? [] : [erased], 0, isDryRun);
  }
  if (as === 'order' || !isEmail) {
    throw new UsageError(`The merchant has no order ${printable(named)}, and it is no e-mail address.`);
  }
  const { orders, sessions, links } = await eraseCustomer(store.erasure, named, options);
  return result(orders, sessions, isDryRun, links);
}

/** The keys are read only if an order names a customer, since most orders name none. */
function cardRemover({ store, settings }: CommandCall, merchantKey: number, isDryRun: boolean) {
  const { customerCards } = store;
  let vault: Promise<Vault> | undefined;
  return async (customerId: string): Promise<number> => {
    vault ??= Vault.open(settings.keys, store.dataKeys);
    const customerKey = await customerCards.findCustomer(
      merchantKey,
      customerHashes(await vault, merchantKey, customerId),
    );
    const keys = customerKey === undefined ? [] : await customerCards.keysOf(customerKey);
    for (const key of isDryRun ? [] : keys) {
      await customerCards.remove({ key, customerKey: customerKey! });
    }
    return keys.length;
  };
}

function readArgs({ args, usage }: CommandCall) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'dry-run': { type: 'boolean' }, as: { type: 'string' } },
      allowPositionals: true,
    });
    const [merchantId, named, ...rest] = positionals;
    const { as } = values;
    if (
      merchantId !== undefined &&
      named !== undefined &&
      rest.length === 0 &&
      (as ?? 'order').match(/^(order|email)$/)
    ) {
      return { merchantId, named, isDryRun: values['dry-run'] === true, as };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** Exit code 1 if an order could not be erased. */
function result(orders: readonly ErasedOrder[], sessions: number, isDryRun: boolean, links = 0): CommandResult {
  const left = orders.filter(({ leftBecause }) => leftBecause !== undefined);
  const done = isDryRun ? 'would be erased' : 'erased';
  const texts = links === 0 ? '' : ` The texts of ${links} links ${done}.`;
  const summary = `${orders.length - left.length} orders and ${sessions} sessions beside them ${done}, ${left.length} orders left.${texts}`;
  return {
    text: [...orders.map((one) => line(one, done)), summary, NOT_REACHED].join('\n'),
    exitCode: left.length > 0 ? 1 : 0,
  };
}

function line(
  { orderId, transactions, authentications, notifications, sessions, links, savedCards, leftBecause }: ErasedOrder,
  done: string,
) {
  return [
    printable(orderId),
    `${transactions} transactions`,
    `${authentications} authentications`,
    `${notifications} notifications`,
    `${sessions} sessions`,
    ...(links === 0 ? [] : [`texts of ${links} links`]),
    ...(savedCards === 0 ? [] : [`${savedCards} saved cards`]),
    leftBecause === undefined ? done : `left: ${leftBecause}; call again later`,
  ].join('\t');
}
