/** Requests and answers of the console, independent of an HTTP framework. */
import type { Logo } from '../../back-office/logos/index.ts';
import type { TestMode } from '../../contract/test-mode.ts';
import type { Merchant } from '../../core/index.ts';
import type { ReceiverAlarms, Sealer } from '../../core/ports/index.ts';
import type { ConsoleData, ConsoleProblemKind } from '../../web/views/console/index.ts';
import type { PayPage } from '../../web/views/index.ts';
import type { AccessDependencies, AccessibleMerchant, SignedIn } from '../access.ts';
import type { ActDependencies } from '../acts.ts';
import type { ApiPasswordDependencies } from '../api-passwords.ts';
import type { DisputeDependencies } from '../disputes.ts';
import type { ConsoleFile } from '../files.ts';
import type { EnrolmentDependencies } from '../invitations.ts';
import type { LinkDependencies } from '../links.ts';
import type { MailDependencies } from '../mails/choose-mails.ts';
import type { NotificationDependencies } from '../notifications.ts';
import type { OpenIdDependencies } from '../openid.ts';
import type { OrderDependencies } from '../orders.ts';
import type { PayerHelpDependencies } from '../payer-help.ts';
import type { PayoutDependencies } from '../payouts.ts';
import type { CertificateDependencies } from '../settings/client-certificates.ts';
import type { ProfileDependencies } from '../settings/profile-change.ts';
import type { SigningKeyDependencies } from '../settings/signing-keys.ts';
import type { BrowserCaller } from '../sign-in.ts';
import type { ListRecord } from '../standby-reads.ts';
import type { ConsoleStores } from '../stores.ts';
import type { ViewDependencies } from '../views.ts';
import type { NewVisitor, Visitor } from '../visitor.ts';
import type { WaitingDependencies } from '../waiting.ts';

export interface ConsoleDependencies
  extends AccessDependencies,
    ActDependencies,
    ApiPasswordDependencies,
    CertificateDependencies,
    DisputeDependencies,
    EnrolmentDependencies,
    LinkDependencies,
    MailDependencies,
    OpenIdDependencies,
    NotificationDependencies,
    OrderDependencies,
    PayerHelpDependencies,
    ProfileDependencies,
    SigningKeyDependencies,
    PayoutDependencies,
    ViewDependencies,
    WaitingDependencies {
  /** Absent: every page is read from the primary. */
  readonly standby?: StandbyRecords | undefined;
  /** The first store's: seals what people keep, such as saved views and the addresses of lists. */
  readonly sealer: Pick<Sealer, 'hash' | 'hashes' | 'open' | 'seal'>;
  /** The sealer of the merchant's store, whose hashes the index of its orders has. */
  readonly orderSealer: Pick<Sealer, 'hash' | 'hashes'>;
  readonly stores: ConsoleStores<StorePorts>;
  /** For the mails to people, which are made from the records of the merchant's store. */
  readonly receiverAlarms: Pick<ReceiverAlarms, 'countWaiting' | 'openAlarms'>;
  /** The console's origin: `https://console.example`. */
  readonly origin: string;
  /** The origin of the merchants' servers' calls. */
  readonly publicOrigin: string;
  readonly testMode: TestMode | undefined;
  readonly logos: {
    /** @param hash the name of a merchant's logo, without its ending */
    find(hash: string): Promise<Picture | undefined>;
    /** @returns false if another logo than `before` was stored meanwhile; undefined stands for none */
    replace(merchant: Merchant, before: string | undefined, logo: Logo | undefined): Promise<boolean>;
  };
}

/**
 * The parts that belong to a store: pages of its merchants get those of their own store in place of the first one's.
 */
export type StorePorts = Pick<
  ConsoleDependencies,
  | 'apiPasswords'
  | 'approvals'
  | 'callInterface'
  | 'certificates'
  | 'disputes'
  | 'links'
  | 'logos'
  | 'merchants'
  | 'mutex'
  | 'notifications'
  | 'orderFile'
  | 'orderIndex'
  | 'orders'
  | 'orderSealer'
  | 'payers'
  | 'payouts'
  | 'profiles'
  | 'receiverAlarms'
  | 'sessions'
  | 'signingKeys'
  | 'standby'
  | 'timelineOf'
>;

export interface StandbyRecords {
  /** Older data is not read from it. */
  readonly ageMsMax: number;
  newReading(): ConsoleReading;
}

/** The records of one page, from a standby or, where it cannot be used, from the primary. */
export interface ConsoleReading extends Pick<ConsoleDependencies, ListRecord> {
  /** The age of the oldest data that was read, in milliseconds; undefined if all was read from the primary. */
  ageMs(): number | undefined;
}

type PageAnswer<Name extends keyof ConsoleData = keyof ConsoleData> = Name extends unknown
  ? {
      readonly page: Name;
      readonly data: ConsoleData[Name];
      /** HTTP status; absent: 200. */
      readonly status?: number;
      readonly next?: NewVisitor;
    }
  : never;

/** A stored logo. */
export interface Picture {
  readonly type: 'png' | 'svg';
  readonly bytes: Uint8Array;
}

export type ConsoleAnswer =
  | PageAnswer
  /** A payer's page, for a frame of the console. */
  | { readonly preview: PayPage; readonly next?: NewVisitor }
  | { readonly picture: Picture; readonly next?: NewVisitor }
  /** @param next the visitor whose cookie the answer sets */
  | { readonly redirect: string; readonly next?: NewVisitor }
  /** A file that the browser saves. */
  | { readonly file: ConsoleFile }
  | { readonly problem: ConsoleProblemKind; readonly next?: NewVisitor };

/** A request of anyone. */
export interface ConsoleRequest {
  readonly dependencies: ConsoleDependencies;
  /** The visitor of the cookie, or a new one. */
  readonly visitor: Visitor;
  /** The parameters in the address, decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The values of a form; empty for a page. */
  readonly fields: URLSearchParams;
  readonly caller: BrowserCaller;
  /** Whether the browser has sent a form a moment ago: its pages are read from the primary. */
  readonly hasActed: boolean;
  /** Calls back once the answer is sent, or its connection has ended. */
  readonly whenAnswered: (end: () => void) => void;
}

export interface PersonRequest extends ConsoleRequest {
  readonly signedIn: SignedIn;
}

export interface MerchantRequest extends PersonRequest {
  readonly place: AccessibleMerchant;
}
