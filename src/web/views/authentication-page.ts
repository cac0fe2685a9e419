/** The pages during an authentication: while the payer's bank is queried, and while it challenges the payer. */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

interface AuthenticationPageBase extends PageBase {
  /** Absent for a verification, which charges no amount. */
  readonly amount?: Amount;
  readonly poll: Poll;
}

/** The bank is being queried. */
export interface AskingBankPage extends AuthenticationPageBase {
  readonly kind: 'askingBank';
  /** The ACS's method, which a hidden frame posts to first, so that the bank recognises the browser. */
  readonly method?: { readonly url: string; readonly data: string };
}

/** The challenge, on a page of the bank's own. */
export interface ChallengePage extends AuthenticationPageBase {
  readonly kind: 'challenge';
  /** POST target, with `creq`. */
  readonly acsUrl: string;
  readonly creq: string;
  /** The size of the frame for the bank's page, in pixels. Absent: it is shown in the whole window. */
  readonly frame?: { readonly width: number; readonly height: number };
  /** POST target, with `hidden`: cancels the payment. */
  readonly cancelAction: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** The payer's status page, for later; absent where only the merchant's page knows the payment. */
  readonly statusHref?: string;
}

/** The bank authenticates the payer outside of the browser, such as in its app (decoupled). */
export interface BankAsksPage extends AuthenticationPageBase {
  readonly kind: 'bankAsks';
  /** The bank's message, unchanged. */
  readonly cardholderInfo?: string;
  readonly cancelAction: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly statusHref?: string;
}

export type AuthenticationPage = AskingBankPage | BankAsksPage | ChallengePage;
