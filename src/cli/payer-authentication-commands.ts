/**
 * Authentication after a merchant-initiated payment: makes a link for its payer if the issuer declined the payment
 * because it requires authentication.
 */
import { parseArgs } from 'node:util';
import { Vault } from '../adapters/vault/index.ts';
import { makeConfirmationLink, type NoConfirmationLink, SessionService } from '../checkout/index.ts';
import { DAY_MS } from '../contract/durations.ts';
import { tokenValues } from '../core/index.ts';
import { isSchemeOf } from '../core/payer-authentication/index.ts';
import { type CommandCall, UsageError } from './command.ts';
import { printable } from './printable.ts';

/** Default validity of a link: long enough for a payer who reads mail only at the weekend. */
const VALID_DAYS_DEFAULT = 7;
/** Maximum validity of a link: after this time the next payment of the agreement is due. */
const VALID_DAYS_MAX = 90;

/** The reasons why there is no link, each with its remedy. */
const REASONS: Readonly<Record<NoConfirmationLink, string>> = {
  NO_ORDER: 'There is no such order.',
  UNDER_WAY: 'A payment of this order is under way: try again in a minute.',
  PAID: 'This order is paid, or the result of its payment is awaited: nothing is left to confirm.',
  NOT_DECLINED_SOFTLY:
    'No bank wants its customer asked about this order: its newest payment by an agreement with transaction.source ' +
    'MERCHANT was not declined with authenticationStatus AUTHENTICATION_REQUIRED. INITIATE_CHECKOUT with checkoutMode ' +
    'PAYMENT_LINK makes a link on which the payer enters a card.',
  NO_AUTHENTICATION: "The merchant's profile has no payerAuthentication, so no bank can be asked.",
  NO_DIRECTORY_SERVER: "No directory server of this card's scheme is configured, so its bank cannot be asked.",
  NO_CARD:
    'The card of this payment is not kept any more, such as where its token was removed. INITIATE_CHECKOUT with ' +
    'checkoutMode PAYMENT_LINK makes a link on which the payer enters a card.',
  CARD_EXPIRED:
    'The card of this payment has expired. INITIATE_CHECKOUT with checkoutMode PAYMENT_LINK makes a link on which the ' +
    'payer enters another one.',
};

interface LinkRequest {
  readonly merchantId: string;
  readonly orderId: string;
  readonly days: number;
}

/** `payer-authentication link MERCHANT ORDER [--valid DAYS]`: prints the address and its purpose. */
export async function linkPayer(call: CommandCall): Promise<string> {
  const { store, settings } = call;
  const { merchantId, orderId, days } = readArguments(call);
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(merchantId)}.`);
  }
  if (merchant.isDisabled) {
    throw new UsageError(`${merchant.id} is disabled, and so are its pages: turnpike merchant enable ${merchant.id}`);
  }
  const now = Date.now();
  const endsAt = now + days * DAY_MS;
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const schemes = new Set<string>(settings.directoryServers.map(({ scheme }) => scheme));
  // The simulated directory servers of `npm start` are known only to the gateway that it starts.
  const isPlayed = settings.mode === 'sandbox' && schemes.size === 0;
  const link = await makeConfirmationLink(
    {
      orders: store.orders,
      sealer: vault,
      sources: { token: (merchantKey, token) => tokenValues(store.tokens, vault, merchantKey, token) },
      sessionService: new SessionService({ sessions: store.sessions, sealer: vault, clock: { now: () => now } }),
      thisMonth: settings.mode === 'sandbox' ? undefined : new Date(now).toISOString().slice(0, 7),
      hasDirectoryServer: (scheme) => isPlayed || isSchemeOf(schemes, scheme),
    },
    merchant,
    orderId,
    endsAt,
  );
  if (link.kind === 'NONE') {
    throw new UsageError(REASONS[link.why]);
  }
  const { address, amount, currency, lastFour, agreement } = link;
  return [
    settings.publicOrigin + address,
    `For ${amount} ${currency} of order ${printable(orderId)}, by the agreement ${printable(agreement)}, with the card •••• ${lastFour}.`,
    `It ends at ${new Date(endsAt).toISOString()}. Whoever has it can confirm and pay this once: send it to the payer alone.`,
  ].join('\n');
}

function readArguments({ args, usage }: CommandCall): LinkRequest {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { valid: { type: 'string' } },
      allowPositionals: true,
    });
    const [merchantId, orderId, ...rest] = positionals;
    const days = Number(values.valid ?? VALID_DAYS_DEFAULT);
    const isValid = Number.isInteger(days) && days >= 1 && days <= VALID_DAYS_MAX;
    if (merchantId !== undefined && orderId !== undefined && rest.length === 0 && isValid) {
      return { merchantId, orderId, days };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(`${usage}, of which DAYS is 1 to ${VALID_DAYS_MAX}`);
}
