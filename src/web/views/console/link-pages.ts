/** The data of the console's pages about links that take payments. */
import type { Amount } from '../amount.ts';
import type { ConsoleShell } from './shell.ts';

/** OPEN takes payments; the other statuses are final. */
export type LinkStatusName = 'ENDED' | 'EXPIRED' | 'OPEN' | 'PAID';

export interface LinkEntry {
  readonly id: string;
  readonly href: string;
  readonly status: LinkStatusName;
  readonly description?: string | undefined;
  readonly reference?: string | undefined;
  /** Absent: the payer types an amount from `least` to `most`. */
  readonly amount?: Amount | undefined;
  readonly least?: Amount | undefined;
  readonly most?: Amount | undefined;
  /** The number of payments that it has taken. */
  readonly paid: number;
  /** The number that it takes; absent: any number. */
  readonly paymentsMax?: number | undefined;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly expiresAt?: string | undefined;
  readonly endedAt?: string | undefined;
}

export interface LinksPage {
  readonly shell: ConsoleShell;
  readonly links: readonly LinkEntry[];
  /** Absent if the role may make none. */
  readonly newHref?: string | undefined;
  /** The page with older ones; absent on the last one. */
  readonly nextHref?: string | undefined;
  /** The page with the newest ones; absent there. */
  readonly firstHref?: string | undefined;
  readonly timeZone: string;
}

/** The inputs of the form that makes a link. */
export const LINK_INPUTS = [
  'kind',
  'amount',
  'least',
  'most',
  'currency',
  'payments',
  'until',
  'description',
  'note',
  'reference',
  'language',
  'operation',
  'preview',
] as const;

export type LinkInput = (typeof LINK_INPUTS)[number];

/** As typed; an empty text for an input that was left empty. `kind` is `fixed` or `typed`: by the payer. */
export type LinkForm = Readonly<Record<LinkInput, string>>;

/** A sentence for each input that was refused. */
export type LinkProblems = Readonly<Partial<Record<LinkInput, string>>>;

export interface NewLinkPage {
  readonly shell: ConsoleShell;
  /** The hidden input by which a form that is sent twice makes one link. */
  readonly token: string;
  readonly form: LinkForm;
  readonly problems: LinkProblems;
  /** Why no link was made, if no input is the reason. */
  readonly notice?: string | undefined;
  /** Codes of ISO 4217. */
  readonly currencies: readonly string[];
  /** The zone in which the last day ends, and the day now in it: `2026-11-29`. */
  readonly timeZone: string;
  readonly today: string;
  readonly backHref: string;
}

/** An order that a payer of the link began to pay. */
export interface LinkPayment {
  readonly orderId: string;
  readonly href: string;
  readonly status: string;
  readonly amount: Amount;
  readonly createdAt: string;
}

export interface PaymentLinkPage {
  readonly shell: ConsoleShell;
  readonly entry: LinkEntry;
  /** For payers. */
  readonly address: string;
  /** A picture of the address, as a file. */
  readonly pictureHref: string;
  readonly note?: string | undefined;
  /** A language that the merchant has chosen. */
  readonly language?: string | undefined;
  readonly operation: 'AUTHORIZE' | 'PURCHASE';
  readonly isAmountInPreview: boolean;
  readonly payments: readonly LinkPayment[];
  /** How many payers began and have sent no payment. */
  readonly unpaid: number;
  /** Whether `payments` are the newest of more. */
  readonly hasMore: boolean;
  /** The form that ends it; absent if the role may not, or it is over. */
  readonly endHref?: string | undefined;
  readonly timeZone: string;
  readonly backHref: string;
  /** MADE: by the form that led here. FAILED: the gateway failed to end it. */
  readonly notice?: 'ENDED' | 'FAILED' | 'MADE' | undefined;
}
