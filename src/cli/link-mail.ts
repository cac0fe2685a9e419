/** Mails a link that takes payments to a payer. Neither the address nor the mail is stored. */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { linkLetter, SmtpMailer } from '../adapters/receipts/index.ts';
import { linkAddress } from '../checkout/index.ts';
import { currencyOf, majorText, minorUnits } from '../contract/money.ts';
import { email } from '../contract/web-types.ts';
import { linkStatus } from '../core/index.ts';
import type { StoredLink } from '../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { linkOf } from './link-commands.ts';
import { printable } from './printable.ts';

const ADDRESS = email();

/** `link mail ID ADDRESS [--language TAG]` */
export async function mailLink(call: CommandCall): Promise<CommandResult> {
  const { store, settings } = call;
  const { id, to, language } = readArguments(call);
  const { mail: server, publicOrigin } = settings;
  if (server === undefined) {
    throw new UsageError('No mail server is configured: set SMTP_URL and MAIL_FROM, as for receipts.');
  }
  const link = await linkOf({ ...call, args: [id] });
  const merchant = await store.merchants.byKey(link.merchantKey);
  const status = linkStatus(link, await store.links.countPaid(link.key), Date.now());
  if (merchant === undefined || merchant.isDisabled || status !== 'OPEN') {
    throw new UsageError(`Nobody can pay by ${id} any more: it is not mailed.`);
  }
  const { name, branding, receipts } = merchant.profile;
  const letter = linkLetter({
    url: publicOrigin + linkAddress(link.id),
    shop: { name, color: branding.color },
    language: language ?? link.terms.locale,
    amount: amountOf(link),
    description: link.terms.description,
    testMode: settings.testMode,
  });
  const { hostname } = new URL(publicOrigin);
  const attempt = await new SmtpMailer(server, hostname).send({
    letter,
    to,
    from: { name, address: receipts.from ?? server.from },
    replyTo: receipts.replyTo ?? undefined,
    messageId: `<${randomUUID()}@${hostname}>`,
  });
  return attempt.outcome === 'SENT'
    ? { text: `The mail server has taken the mail in ${letter.locale}.`, exitCode: 0 }
    : { text: `The mail was not sent: ${printable(attempt.why)}`, exitCode: 1 };
}

function amountOf({ terms: { amount, currency: code } }: StoredLink) {
  const currency = currencyOf(code);
  const minor = amount === undefined || currency === undefined ? undefined : minorUnits(amount, currency);
  return minor === undefined || currency === undefined
    ? undefined
    : { value: majorText(minor, currency), currency: code, exponent: currency.exponent };
}

function readArguments({ args, usage }: CommandCall) {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch {
    throw new UsageError(usage);
  }
  const [id, to, ...rest] = parsed.positionals;
  if (id === undefined || to === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  if (!ADDRESS.accepts(to)) {
    throw new UsageError(`${printable(to)} is no e-mail address.`);
  }
  return { id, to, language: parsed.values.language };
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: { language: { type: 'string' } }, allowPositionals: true });
}
