/**
 * `payment resolve MERCHANT ORDER TRANSACTION paid|failed --reason TEXT`: settles a payment by hand if its result is
 * not reported. It is stored at once, also while a gateway is running, which sends the notification and the receipt.
 */
import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Vault } from '../adapters/vault/index.ts';
import { authenticationOfTransactionById, notificationWriter } from '../api/rest/index.ts';
import { type HandResult, type KnownResult, type Merchant, makeSavedCards, settleByHand } from '../core/index.ts';
import { type CommandCall, UsageError } from './command.ts';
import { NO_LOG } from './no-log.ts';
import { printable } from './printable.ts';
import { storedAuthenticator } from './stored-authentications.ts';

/** The reason is limited, since the audit trail stores it permanently, and lines of the trail must stay readable. */
const REASON_CHARACTERS_MAX = 100;

const SUCCESS_SENTENCES: Partial<Record<HandResult, (result: KnownResult) => string>> = {
  SETTLED: (result) => `The payment is settled as ${result}.`,
  LATE: () => 'The payment had ended here unpaid, so this is late money: turnpike late-payment refund, or close.',
  REPEATED: (result) => `The payment was settled as ${result} before. Nothing is changed.`,
};

const REFUSAL_SENTENCES: Partial<Record<HandResult, string>> = {
  ABSENT: 'There is no such transaction.',
  ADVICE: 'It is repeated until the acquirer or provider answers, and is not settled by hand.',
  APPROVAL: 'It waits for your approval: turnpike refund approve, or refund reject.',
  BUSY: 'The order is in use, or its gateway is gone. Nothing is changed: call this again.',
  DECIDED: 'Its result is known already, and stays as it is.',
  PART: 'Another part of the order is held for it. Wait until that is given back.',
};

export async function resolvePayment(call: CommandCall): Promise<string> {
  const { merchantId, orderId, transactionId, result } = readArguments(call);
  const merchant = await call.store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(merchantId)}.`);
  }
  const done = await settlePayment(call, merchant, { orderId, transactionId, result });
  const says = SUCCESS_SENTENCES[done]?.(result);
  if (says === undefined) {
    throw new UsageError(REFUSAL_SENTENCES[done] ?? done);
  }
  return says;
}

interface SettleRequest {
  readonly orderId: string;
  readonly transactionId: string;
  readonly result: KnownResult;
}

async function settlePayment(
  { store, settings }: CommandCall,
  merchant: Merchant,
  named: SettleRequest,
): Promise<HandResult> {
  const { authentications, browserPayments: payments, customerCards, merchants, orders, tokens } = store;
  const { publicOrigin } = settings;
  const clock = { now: Date.now };
  const sealer = await Vault.open(settings.keys, store.dataKeys);
  const authenticator = storedAuthenticator();
  const payerAuthentication = { authenticator, authentications, schemes: new Set<string>() };
  const reader = { clock, log: NO_LOG, orders, payerAuthentication, sealer };
  return settleByHand(
    {
      ...{ clock, orders, payments, pause },
      notifications: {
        body: notificationWriter({
          ...{ payments, publicOrigin },
          authentication: (payment) => authenticationOfTransactionById(reader, merchants, payment),
        }),
      },
      savedCards: makeSavedCards({
        clock,
        customerCards,
        log: NO_LOG,
        orders,
        tokens,
        sealer,
        random: (below) => randomInt(below),
      }),
    },
    { ...named, merchant, by: userInfo().username },
  );
}

function readArguments({ args, usage }: CommandCall): SettleRequest & { readonly merchantId: string } {
  const { values, positionals } = parseOptions(args, usage);
  const [merchantId, orderId, transactionId, result, ...rest] = positionals;
  if (merchantId === undefined || orderId === undefined || transactionId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  if (result !== 'failed' && result !== 'paid') {
    throw new UsageError(usage);
  }
  const { length } = values.reason?.trim() ?? '';
  if (length === 0 || length > REASON_CHARACTERS_MAX) {
    throw new UsageError(`--reason says how you know it, in 1 to ${REASON_CHARACTERS_MAX} characters.`);
  }
  return { merchantId, orderId, transactionId, result };
}

function parseOptions(args: readonly string[], usage: string) {
  try {
    return parseArgs({ args: [...args], options: { reason: { type: 'string' } }, allowPositionals: true });
  } catch {
    throw new UsageError(usage);
  }
}

/** The arguments to record in the audit trail, by name. */
export function resolvedArguments(args: readonly string[]): Readonly<Record<string, string | undefined>> {
  try {
    const { values, positionals } = parseOptions(args, '');
    const [subject, order, transaction, result] = positionals;
    return { subject, order, transaction, result, reason: values.reason };
  } catch {
    return { subject: args[0] };
  }
}
