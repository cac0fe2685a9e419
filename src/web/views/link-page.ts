/** The page of a link that takes payments, before its payer begins. */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

/**
 * FREE: a payer can begin. BUSY: others are making the last payments that the link takes. PAID: all are made. CLOSED:
 * the merchant is disabled.
 */
export type LinkRoom = 'BUSY' | 'CLOSED' | 'ENDED' | 'EXPIRED' | 'FREE' | 'PAID';

export interface LinkPage extends PageBase {
  readonly kind: 'link';
  readonly room: LinkRoom;
  readonly description: string | undefined;
  readonly note: string | undefined;
  /** Undefined where the payer types it. */
  readonly amount: Amount | undefined;
  /** For an amount that the payer types. */
  readonly bounds: { readonly least: Amount | undefined; readonly most: Amount } | undefined;
  /** When the link ends, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  /** POST target of the form. */
  readonly action: string;
  /** Names the form, so that its repeat begins nothing more. */
  readonly start: string;
  /** The refused text of the payer. */
  readonly typed: TypedText | undefined;
  /** The payer comes from a payment that was not made. PERHAPS_RESERVED: a bank may show it as reserved. */
  readonly unpaid: 'NOTHING_TAKEN' | 'PERHAPS_RESERVED' | undefined;
  readonly poll: Poll | undefined;
  readonly preview: { readonly url: string; readonly amount: Amount | undefined };
}

export interface TypedText {
  readonly text: string;
  readonly why: 'AMBIGUOUS' | 'EMPTY' | 'TOO_LARGE' | 'TOO_MANY_DECIMALS' | 'TOO_SMALL' | 'UNREADABLE';
  /** For AMBIGUOUS: the amounts among which the payer chooses. */
  readonly choices: readonly Amount[];
}
