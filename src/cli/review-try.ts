/**
 * `review try` and `review card`: the first tests rules on past payments, the second prints the hash for listing a card
 * in a rule.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Vault } from '../adapters/vault/index.ts';
import { Secret } from '../contract/secret.ts';
import {
  BIN_TABLE,
  binTable,
  cardNumber,
  type Merchant,
  RiskTrial,
  readBinTable,
  riskCardHash,
  TrialCounts,
} from '../core/index.ts';
import { type RiskPolicy, RiskRulesError, readRiskPolicy } from '../core/risk/index.ts';
import { type CommandCall, UsageError } from './command.ts';
import { printable } from './printable.ts';

/** Enough examples to understand a rule's effect. */
const EXAMPLES_MAX = 5;

export async function tryRules({ store, settings, args, usage }: CommandCall): Promise<string> {
  const { file, merchantId, from, until } = options(args, usage);
  const policy = policyIn(file);
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(merchantId)}.`);
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const bins = join(settings.dataDir, 'bins.json');
  const rows = existsSync(bins) ? readBinTable(readFileSync(bins, 'utf8')) : BIN_TABLE;
  const sealedCard = (key: number) => store.orders.sealedCard(key);
  const trial = new RiskTrial({ sealer: vault, cardFacts: binTable(rows).ofNumber, sealedCard }, merchant, policy);
  const counts = new TrialCounts(EXAMPLES_MAX);
  for await (const { merchantId: owner, orderId, transactions } of store.reconciliation.orders()) {
    if (owner !== merchant.id) {
      continue;
    }
    for (const transaction of transactions) {
      const isWithin = transaction.createdAt >= from && transaction.createdAt <= until;
      const tried = isWithin ? await trial.evaluate(orderId, transaction) : undefined;
      if (tried !== undefined) {
        counts.add(tried);
      }
    }
  }
  return report(policy, counts);
}

function report({ rules }: RiskPolicy, { verdicts, rules: held }: TrialCounts): string {
  const lines = rules.flatMap((rule) => {
    if (rule === null) {
      return [];
    }
    const { id, recommendation, score } = rule;
    const { held: times, examples } = held.get(id) ?? { held: 0, examples: [] };
    const effect = score === undefined ? recommendation : `${recommendation} +${score}`;
    return [[id, effect, `${times} payments`, examples.map(printable).join(' ')].join('\t').trimEnd()];
  });
  const total = verdicts.ACCEPT + verdicts.REVIEW + verdicts.REJECT;
  const sum = `${total} payments: ${verdicts.ACCEPT} accepted, ${verdicts.REVIEW} reviewed, ${verdicts.REJECT} rejected.`;
  return [...lines, `${sum} Nothing was stored.`].join('\n');
}

function policyIn(file: string): RiskPolicy {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`${printable(file)} cannot be read.`);
  }
  try {
    return readRiskPolicy(text);
  } catch (error) {
    throw error instanceof RiskRulesError ? new UsageError(error.message) : error;
  }
}

interface Options {
  readonly file: string;
  readonly merchantId: string;
  readonly from: number;
  readonly until: number;
}

function options(args: readonly string[], usage: string): Options {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { from: text, until: text },
      allowPositionals: true,
    });
    const [file, merchantId, ...rest] = positionals;
    const from = values.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(values.from);
    const until = values.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(values.until);
    if (file !== undefined && merchantId !== undefined && rest.length === 0 && ![from, until].some(Number.isNaN)) {
      return { file, merchantId, from, until };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** The hash of a payment's card, for `cards` of a rule. The number itself is not shown. */
export async function showCardHash({ store, settings, args, usage }: CommandCall): Promise<string> {
  const [merchantId, orderId, transactionId, ...rest] = args;
  if (merchantId === undefined || orderId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const number = await numberOf(store, vault, await store.merchants.find(merchantId), orderId, transactionId);
  if (number === undefined) {
    throw new UsageError('There is no such payment by card.');
  }
  return Buffer.from(riskCardHash(vault, number)).toString('hex');
}

/** The card number of the named transaction, or else of the order's newest transaction with a card. */
async function numberOf(
  store: CommandCall['store'],
  vault: Vault,
  merchant: Merchant | undefined,
  orderId: string,
  transactionId: string | undefined,
): Promise<Secret | undefined> {
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const transactions = order === undefined ? [] : await store.orders.transactions(order.key);
  const named = transactions.filter((one) => transactionId === undefined || one.transactionId === transactionId);
  for (const transaction of named.toReversed()) {
    const number = await cardNumber({ orders: store.orders, sealer: vault }, transaction.orderKey, transaction);
    if (number !== undefined) {
      return new Secret(number);
    }
  }
  return undefined;
}
