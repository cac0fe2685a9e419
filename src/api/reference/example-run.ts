/**
 * Runs an example's calls in order, and compares the parts of an answer that are the same in each run. The caller sends
 * the requests and selects the gateway.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { VERSION_MAX } from '../../contract/field.ts';
import type { Operation } from '../../contract/operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { DocumentedOperation } from './documented-operations.ts';
import { EXAMPLES, type ExampleCall } from './examples.ts';
import { exactJson } from './json-text.ts';

/** The default caller of an example. */
export const SANDBOX_MERCHANT = 'TESTSHOP';

/** @param address relative to `/api/rest/version/{version}/merchant/{merchantId}` */
export type SendRequest = (
  merchant: string,
  method: string,
  address: string,
  body: string | undefined,
  version: number,
) => Promise<{ readonly status: number; readonly text: string }>;

/**
 * Posts PaReq to this address of the gateway as the payer's browser, passes without a challenge, and returns `PaRes`.
 */
export type PassBank = (acsUrl: string, paReq: string) => Promise<string>;

/** Sends a payer's browser to a provider by this address of the gateway, and waits until the provider has answered. */
export type CompleteAtProvider = (redirectUrl: string) => Promise<void>;

export interface ExampleAnswer {
  readonly status: number;
  /** Numbers keep their exact text: see `exactJson`. */
  readonly answer: unknown;
}

/**
 * The longest wait for the text of `until`, such as the result of a delivery, whose name look-up may take seconds.
 * After this time the example continues with its last answer.
 */
const UNTIL_MS_MAX = 5_000;
const UNTIL_POLL_MS = 50;

/** @throws Error if an earlier call was refused */
export async function runExample(
  name: DocumentedOperation,
  send: SendRequest,
  visit: CompleteAtProvider,
  passBank: PassBank,
): Promise<ExampleAnswer> {
  const { before, call, merchant } = EXAMPLES[name];
  const who = merchant?.id ?? SANDBOX_MERCHANT;
  const known = new Map<string, string>();
  for (const one of before) {
    const { status, answer } = await runCall(one, who, known, send);
    if (status >= 400) {
      const address = substituteIds(exampleAddress(one.operation, one.at), known);
      throw new Error(`${one.operation} ${address}, before ${name}, was refused: ${JSON.stringify(answer)}`);
    }
    remember(answer as AnswerWithIds, known);
    const { customized } = (answer as AnswerWithIds)['3DSecure']?.authenticationRedirect ?? {};
    if (one.sendsPayer && customized !== undefined) {
      known.set('$PARES', await passBank(customized.acsUrl, customized.paReq));
    } else if (one.sendsPayer) {
      await visit((answer as AnswerWithIds).browserPayment?.redirectUrl ?? '');
    }
  }
  return runCall(call, who, known, send);
}

async function runCall(
  { operation, at, body, until = '' }: ExampleCall,
  merchant: string,
  known: ReadonlyMap<string, string>,
  send: SendRequest,
): Promise<ExampleAnswer> {
  const { method } = OPERATIONS[operation];
  const version = newestVersionOf(operation);
  const sent = body === undefined ? undefined : substituteIds(JSON.stringify(body), known);
  const address = substituteIds(exampleAddress(operation, at), known);
  let reply = await send(merchant, method, address, sent, version);
  for (let waited = 0; !reply.text.includes(until) && waited < UNTIL_MS_MAX; waited += UNTIL_POLL_MS) {
    await pause(UNTIL_POLL_MS);
    reply = await send(merchant, method, address, sent, version);
  }
  return { status: reply.status, answer: exactJson(reply.text) };
}

/** The newest version with the operation. */
export function newestVersionOf(operation: DocumentedOperation): number {
  const { until = VERSION_MAX + 1 }: Operation = OPERATIONS[operation];
  return until - 1;
}

/** The path with its parameters replaced: `/order/ORDER-1/transaction/1`. */
export function exampleAddress(operation: DocumentedOperation, at: ExampleCall['at']): string {
  return OPERATIONS[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = at[name];
    if (value === undefined) {
      throw new TypeError(`The example of ${operation} does not say its ${name}.`);
    }
    return value.startsWith('$') ? value : encodeURIComponent(value);
  });
}

interface AnswerWithIds {
  readonly session?: { readonly id?: string };
  readonly token?: string;
  readonly link?: { readonly id?: string };
  readonly notification?: readonly { readonly id: string }[];
  readonly browserPayment?: { readonly redirectUrl?: string };
  readonly '3DSecure'?: {
    readonly authenticationRedirect?: { readonly customized?: { readonly acsUrl: string; readonly paReq: string } };
  };
}

function remember({ session, token, link, notification }: AnswerWithIds, known: Map<string, string>): void {
  if (notification?.[0] !== undefined) {
    known.set('$NOTIFICATION', notification[0].id);
  }
  if (session?.id !== undefined) {
    known.set('$SESSION', session.id);
  }
  if (link?.id !== undefined) {
    known.set('$LINK', link.id);
  }
  if (token !== undefined) {
    known.set('$TOKEN', token);
  }
}

function substituteIds(text: string, known: ReadonlyMap<string, string>): string {
  return [...known].reduce((so, [name, value]) => so.replaceAll(name, value), text);
}

/** Members with values that the gateway, its clock or the acquirer chooses. */
const VOLATILE_MEMBERS: ReadonlySet<string> = new Set([
  'age',
  'complete',
  '3dsServerTransactionId',
  'acsTransactionId',
  'acsUrl',
  'aes256Key',
  'attempt',
  'authenticationToken',
  'authorizationCode',
  'cReq',
  'creationTime',
  'date',
  'dsTransactionId',
  'html',
  'redirectHtml',
  'lastUpdatedTime',
  'htmlBodyContent',
  'methodPostData',
  'methodUrl',
  'paReq',
  'png',
  'receipt',
  'redirectUrl',
  'stan',
  'successIndicator',
  'svg',
  'time',
  'timeCompleted',
  'timeEnded',
  'timeInitiated',
  'timeOfLastUpdate',
  'timeOfNextAttempt',
  'timeOfRecord',
  'timeRedirected',
  'timeReturned',
  'token',
  'transactionId',
  'transactionIdentifier',
  'url',
  'validationCode',
  'xid',
]);

/** Replaces values that differ between runs by a placeholder. */
export function maskVolatile(answer: unknown, around = ''): unknown {
  if (Array.isArray(answer)) {
    return answer.map((one) => maskVolatile(one, around));
  }
  if (typeof answer !== 'object' || answer === null || JSON.isRawJSON(answer)) {
    return answer;
  }
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => {
      const ofSession = around === 'session' && (name === 'id' || name === 'version');
      const isOwnId = name === 'id' && (around === 'notification' || around === 'link');
      return [
        name,
        VOLATILE_MEMBERS.has(name) || ofSession || isOwnId ? `(${typeof value})` : maskVolatile(value, name),
      ];
    }),
  );
}
