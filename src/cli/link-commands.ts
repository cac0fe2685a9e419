/** Links that take payments, for a merchant without a server: made, listed, shown and ended. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { linkAddress, settle } from '../checkout/index.ts';
import { VERSION_MAX } from '../contract/field.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { readGroup } from '../contract/read.ts';
import { linkProblems, linkStatus, newLink, newLinkId, orderStatus } from '../core/index.ts';
import type { StoredLink } from '../core/ports/index.ts';
import { qrPng, qrSvg } from '../platform/qr-pictures.ts';
import { storeOfId } from '../platform/store-ids.ts';
import { type CommandCall, type CommandResult, type NamedById, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { noMerchant } from './merchant-password.ts';
import { printable } from './printable.ts';

export const LINK_ID: NamedById = {
  madeIn: ([id = '']) => storeOfId(id),
  isIn: async ({ links }, _settings, [id = '']) => (await links.find(id)) !== undefined,
};

/** Entries of a list, which fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

/** The field of CREATE_LINK that each option sets. */
const FIELDS = {
  amount: 'amount',
  currency: 'currency',
  description: 'description',
  language: 'locale',
  max: 'maximumAmount',
  min: 'minimumAmount',
  note: 'note',
  operation: 'operation',
  payments: 'numberOfPayments',
  reference: 'reference',
  until: 'expiryDateTime',
} as const;

const TEXT = { type: 'string' } as const;

const OPTIONS = {
  amount: TEXT,
  currency: TEXT,
  description: TEXT,
  language: TEXT,
  max: TEXT,
  min: TEXT,
  note: TEXT,
  once: { type: 'boolean' },
  operation: TEXT,
  payments: TEXT,
  'preview-amount': { type: 'boolean' },
  reference: TEXT,
  until: TEXT,
} as const;

/** `link create MERCHANT --currency EUR --amount 24.00 …`: prints the link, and who can pay what by it. */
export async function createLink(call: CommandCall): Promise<string> {
  const { store, settings } = call;
  const { merchantId, link } = readArguments(call);
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw noMerchant([merchantId]);
  }
  const now = Date.now();
  const loopbackUrls = settings.mode === 'sandbox';
  const { values, problems } = readGroup(
    OPERATIONS.CREATE_LINK.request,
    { link },
    { version: VERSION_MAX, loopbackUrls },
  );
  const refused = problems.length > 0 ? problems : linkProblems(values, now);
  if (refused.length > 0) {
    throw new UsageError(refused.map(({ field, explanation }) => `${optionOf(field)}: ${explanation}.`).join('\n'));
  }
  const id = newLinkId(store.number, (below) => randomInt(below));
  const made = newLink(values, merchant, { key: store.links.newKey(), id, createdAt: now });
  await store.links.insert(made);
  return [settings.publicOrigin + linkAddress(id), `${termsText(made)} turnpike link show ${id}`].join('\n');
}

function readArguments({ args, usage }: CommandCall) {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch {
    throw new UsageError(usage);
  }
  const { values, positionals } = parsed;
  const [merchantId, ...rest] = positionals;
  if (merchantId === undefined || rest.length > 0 || (values.once && values.payments !== undefined)) {
    throw new UsageError(usage);
  }
  const fields = Object.entries(FIELDS).flatMap(([option, name]) => {
    const value = values[option as keyof typeof FIELDS];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    merchantId,
    link: {
      ...Object.fromEntries(fields),
      ...(values.once && { numberOfPayments: '1' }),
      ...(values['preview-amount'] && { amountInPreview: true }),
    },
  };
}

/**
 * The arguments of `link create` to record: its merchant and money. Description, note and reference may name a payer.
 */
export function linkArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parse(args);
    const { amount, currency, max, min, once, payments = once ? '1' : undefined, until } = values;
    return { merchantId: positionals[0], amount, currency, max, min, payments, until };
  } catch {
    // The command itself refuses them.
    return { merchantId: undefined };
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

/** @example optionOf('link.maximumAmount') // '--max' */
function optionOf(field: string): string {
  const name = field.replace(/^link\./, '');
  const found = Object.entries(FIELDS).find(([, of]) => of === name);
  return found === undefined ? field : `--${found[0]}`;
}

function termsText({ terms, paymentsMax, expiresAt }: StoredLink): string {
  const { amount, minimumAmount, maximumAmount, currency } = terms;
  const least = minimumAmount === undefined ? 'up to' : `${minimumAmount} to`;
  const money =
    amount === undefined
      ? `An amount that the payer types, ${least} ${maximumAmount} ${currency}`
      : `${amount} ${currency}`;
  const often =
    paymentsMax === null ? 'as often as somebody pays' : paymentsMax === 1 ? 'once' : `${paymentsMax} times`;
  const end = expiresAt === null ? '' : `, until ${new Date(expiresAt).toISOString()}`;
  return `${money}, ${often}${end}. Whoever has the link can pay. What was paid:`;
}

export async function listLinks({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const [merchantId, ...rest] = args;
  if (merchantId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw noMerchant(args);
  }
  const links = await store.links.ofMerchant(merchant.key, LISTED_MAX);
  const rows = await Promise.all(links.map((link) => rowOf(store, link)));
  return listing(rows, cellsOf, `${merchant.id} has no links.`);
}

/** `link show ID`: its line, its address, and a line for each of its newest orders. */
export async function showLink(call: CommandCall): Promise<string> {
  const { store, settings } = call;
  const link = await linkOf(call);
  const first = cellsOf(await rowOf(store, link))
    .map(printable)
    .join('\t');
  const orders = await store.links.orders(link.key, LISTED_MAX);
  const lines = await Promise.all(
    orders.map(async ({ orderId, createdAt }) => {
      const order = await store.orders.find(link.merchantKey, orderId);
      return order && ['order', orderId, orderStatus(order.state), new Date(createdAt).toISOString()].join('\t');
    }),
  );
  return [first, settings.publicOrigin + linkAddress(link.id), ...lines.filter((line) => line !== undefined)].join(
    '\n',
  );
}

export async function endLink(call: CommandCall): Promise<string> {
  const { id, key } = await linkOf(call);
  const isNew = await call.store.links.end(key, Date.now());
  return isNew ? `${id} has ended: nobody can pay by it any more.` : `${id} had ended before.`;
}

/** `link qr ID FILE`: the link as a QR code, by the file's ending a picture of PNG or SVG. */
export async function drawLink(call: CommandCall): Promise<string> {
  const [id, file = '', ...rest] = call.args;
  const format = /\.(png|svg)$/i.exec(file)?.[1]?.toLowerCase();
  if (id === undefined || format === undefined || rest.length > 0) {
    throw new UsageError(`${call.usage}, of which FILE ends in .png or .svg`);
  }
  const link = await linkOf({ ...call, args: [id] });
  const address = call.settings.publicOrigin + linkAddress(link.id);
  writeFileSync(file, format === 'png' ? qrPng(address) : qrSvg(address));
  return `${file} has ${address} as a QR code.`;
}

export async function linkOf({ store, args, usage }: CommandCall): Promise<StoredLink> {
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const link = await store.links.find(id);
  if (link === undefined) {
    throw new UsageError(`There is no link ${printable(id)}: turnpike link list MERCHANT shows those that there are.`);
  }
  return link;
}

type LinkRow = Awaited<ReturnType<typeof rowOf>>;

async function rowOf(store: CommandCall['store'], link: StoredLink) {
  const now = Date.now();
  const { links, sessions, orders } = store;
  await settle({ links, sessions, gateway: { clock: { now: () => now }, orders } }, link);
  const paid = await links.countPaid(link.key);
  const { amount = null, minimumAmount = null, maximumAmount = null, currency, description = null } = link.terms;
  const terms = { amount, minimumAmount, maximumAmount, currency, description };
  return { id: link.id, status: linkStatus(link, paid, now), paid, payments: link.paymentsMax, ...terms };
}

function cellsOf({ id, status, paid, payments, ...terms }: LinkRow): string[] {
  const money = terms.amount ?? `${terms.minimumAmount ?? 0}..${terms.maximumAmount}`;
  const count = payments === null ? `${paid} paid` : `${paid} of ${payments} paid`;
  return [id, status, `${money} ${terms.currency}`, count, terms.description ?? '-'];
}
