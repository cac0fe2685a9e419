/** The data of each page of the console, by the page's name. Texts of merchants and payers are plain, never HTML. */
import type { TestMode } from '../../../contract/test-mode.ts';
import type { AllOrdersPage } from './all-orders-page.ts';
import type { AllOverviewPage } from './all-overview-page.ts';
import type { CheckoutHelpPage } from './checkout-page.ts';
import type { DisputesPage } from './disputes-page.ts';
import type { HomePage } from './home-page.ts';
import type { LinksPage, NewLinkPage, PaymentLinkPage } from './link-pages.ts';
import type { MailsEntry, MailsPage } from './mails-page.ts';
import type { NotificationPage, NotificationsPage } from './notification-pages.ts';
import type { OrderPage } from './order-page.ts';
import type { OrdersPage } from './orders-page.ts';
import type { OverviewPage } from './overview-page.ts';
import type { PayoutPage, PayoutsPage } from './payout-pages.ts';
import type {
  BrandingSettingsPage,
  CertificateSettingsPage,
  HostSettingsPage,
  NotificationSettingsPage,
  SettingsPage,
} from './settings-pages.ts';
import type { ConsoleShell } from './shell.ts';
import type { ViewsPage } from './views-page.ts';
import type { WaitingPage } from './waiting-page.ts';

/**
 * Why a sign-in failed. ENDED: a session has ended. OPENID_FAILED: the OpenID provider refused, or cannot be reached.
 * UNINVITED: the provider knows the person, whom nobody has invited here.
 */
export type SignInProblem = 'BUSY' | 'ENDED' | 'OPENID_FAILED' | 'REFUSED' | 'UNINVITED' | 'WRONG';

export interface SignInPage {
  readonly proof: string;
  readonly testMode: TestMode | undefined;
  readonly email: string;
  readonly problem?: SignInProblem | undefined;
  /** The page to show afterwards. */
  readonly to: string;
  /** The OpenID provider; undefined if there is none. */
  readonly openId?: { readonly host: string; readonly href: string } | undefined;
}

export interface CodePage {
  readonly proof: string;
  readonly testMode: TestMode | undefined;
  readonly problem?: SignInProblem | undefined;
  /** Whether a recovery code was sent. */
  readonly isRecovery: boolean;
  readonly to: string;
}

export interface InvitationPage {
  readonly proof: string;
  readonly testMode: TestMode | undefined;
  readonly email: string;
  /** The secret of the authenticator app, in groups of four. */
  readonly secret: string;
  /** The address in the QR code. */
  readonly appAddress: string;
  readonly charactersMin: number;
  readonly problems: {
    readonly password?: 'LONG' | 'NAMED' | 'REPEATED' | 'SHORT' | undefined;
    readonly code?: 'WRONG' | undefined;
  };
}

export interface RecoveryCodesPage {
  readonly testMode: TestMode | undefined;
  readonly email: string;
  readonly codes: readonly string[];
}

export interface SandboxLinkPage {
  readonly proof: string;
  readonly email: string;
}

export interface PeoplePage {
  readonly shell: ConsoleShell;
  readonly people: readonly {
    readonly email: string;
    readonly role: string;
    readonly says: string;
    /** Whether the invitation was not accepted yet. */
    readonly isPending: boolean;
  }[];
}

export interface ApiPasswordsPage {
  readonly shell: ConsoleShell;
  /** The address and the user name of the merchant's servers' calls. */
  readonly address: string;
  readonly userName: string;
  readonly hasPassword: boolean;
  /** When the newest was set, ISO 8601, UTC; undefined if that is not known. */
  readonly since?: string | undefined;
  /** The ends of the valid older ones, ISO 8601, UTC. */
  readonly formerUntil: readonly string[];
  /** A hidden input: when the newest was set, or nothing. */
  readonly setBefore: string;
  readonly keptHours: readonly number[];
  readonly settingsHref: string;
  readonly endFormerHref: string;
  /** The new password, on the one page that shows it. */
  readonly password?: string;
  /** CHANGED: a password was set since the page with the form was made. */
  readonly problem?: 'CHANGED';
}

export interface SessionEntry {
  /** Absent for the session of this page, which a sign-out ends. */
  readonly endHref?: string;
  readonly browser: string;
  readonly network: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly seen: string;
}

export interface AccountPage {
  readonly shell: ConsoleShell;
  readonly sessions: readonly SessionEntry[];
  readonly recoveryCodes: number;
  /** Absent for a person without a password. */
  readonly passwordHref?: string | undefined;
  /** Whether the password was changed just now. */
  readonly isChanged: boolean;
  /** The merchants whose mails the person chooses. */
  readonly mails: readonly MailsEntry[];
  /** Whether the person may open merchants that are not in that list. */
  readonly hasMoreMerchants: boolean;
}

export interface PasswordPage {
  readonly shell: ConsoleShell;
  readonly charactersMin: number;
  /** The reason why nothing was checked. */
  readonly problem?: 'BUSY' | 'REFUSED' | undefined;
  readonly problems: {
    readonly current?: 'WRONG' | undefined;
    readonly password?: 'LONG' | 'NAMED' | 'REPEATED' | 'SHORT' | undefined;
    readonly code?: 'WRONG' | undefined;
  };
}

/** The page that asks for a code before a sensitive act. */
export interface ProofPage {
  readonly shell: ConsoleShell;
  /** A verb, and perhaps its object: `end the session`. */
  readonly act: string;
  /** The address to which the form is sent again. */
  readonly path: string;
  /** The inputs of the form that was sent. */
  readonly kept: readonly { readonly name: string; readonly value: string }[];
  readonly problem?: 'REFUSED' | 'WRONG' | undefined;
}

/** The page that asks for a sign-in at the OpenID provider before a sensitive act. */
export interface SignInAgainPage {
  readonly shell: ConsoleShell;
  readonly act: string;
  /** The host of the provider; undefined if the settings no longer name one. */
  readonly host: string | undefined;
  readonly href: string;
  /** The page that has the form. */
  readonly from: string;
}

/**
 * FILES_BUSY: as many files are being written as may be. FORM: the form is of another site or browser, or too old.
 * LINK: it was used, or has expired. STORE_AWAY: the merchant's store cannot be opened at present, or the merchant is
 * being moved.
 */
export type ConsoleProblemKind = 'FILES_BUSY' | 'FORM' | 'LINK' | 'NOT_ALLOWED' | 'NOT_FOUND' | 'STORE_AWAY';

export interface ConsoleProblemPage {
  readonly shell?: ConsoleShell | undefined;
  readonly testMode: TestMode | undefined;
  readonly kind: ConsoleProblemKind;
  readonly supportCode: string;
}

export interface ConsoleData {
  /** `/console` */
  readonly home: HomePage;
  readonly signIn: SignInPage;
  readonly code: CodePage;
  readonly invitation: InvitationPage;
  readonly recoveryCodes: RecoveryCodesPage;
  readonly sandboxLink: SandboxLinkPage;
  readonly orders: OrdersPage;
  readonly allOrders: AllOrdersPage;
  readonly allOverview: AllOverviewPage;
  readonly views: ViewsPage;
  readonly order: OrderPage;
  readonly checkout: CheckoutHelpPage;
  readonly links: LinksPage;
  readonly newLink: NewLinkPage;
  readonly paymentLink: PaymentLinkPage;
  readonly notifications: NotificationsPage;
  readonly notification: NotificationPage;
  readonly mails: MailsPage;
  readonly waiting: WaitingPage;
  readonly overview: OverviewPage;
  readonly disputes: DisputesPage;
  readonly payouts: PayoutsPage;
  readonly payout: PayoutPage;
  readonly people: PeoplePage;
  readonly apiPasswords: ApiPasswordsPage;
  readonly settings: SettingsPage;
  readonly notificationSettings: NotificationSettingsPage;
  readonly brandingSettings: BrandingSettingsPage;
  readonly hostSettings: HostSettingsPage;
  readonly certificateSettings: CertificateSettingsPage;
  readonly account: AccountPage;
  readonly password: PasswordPage;
  readonly proof: ProofPage;
  readonly signInAgain: SignInAgainPage;
  readonly problem: ConsoleProblemPage;
}
