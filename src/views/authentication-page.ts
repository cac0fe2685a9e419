/** The pages while the payer's bank is asked, and asks, whether this is its customer. */
import type { Amount } from './amount.ts';
import type { PageBase, Poll } from './page-base.ts';

interface AuthenticationPageBase extends PageBase {
  /** Absent where nothing is charged. */
  readonly amount?: Amount;
  /** Until the bank has answered. */
  readonly poll: Poll;
}

/** The bank is asked. */
export interface AskingBankPage extends AuthenticationPageBase {
  readonly kind: 'askingBank';
  /** What a hidden frame posts to the bank first, so that it recognises the browser. */
  readonly method?: { readonly url: string; readonly data: string };
}

/** The bank asks the payer, on a page of its own. */
export interface ChallengePage extends AuthenticationPageBase {
  readonly kind: 'challenge';
  /** POST target, with `creq`. */
  readonly acsUrl: string;
  readonly creq: string;
  /** The size of the frame that the bank's page fits, in pixels. Absent: it is a page of its own. */
  readonly frame?: { readonly width: number; readonly height: number };
  /** POST target, with `hidden`: the payer does not pay now. */
  readonly cancelAction: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** The payer's status page, for later; absent where the merchant's page alone knows what is paid. */
  readonly statusHref?: string;
}

/** The bank asks the payer without us, such as in its app. */
export interface BankAsksPage extends AuthenticationPageBase {
  readonly kind: 'bankAsks';
  /** What the bank has to say, as it came. */
  readonly fromBank?: string;
  readonly cancelAction: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly statusHref?: string;
}

export type AuthenticationPage = AskingBankPage | BankAsksPage | ChallengePage;
