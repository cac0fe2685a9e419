/** The data of the console's pages about a merchant's settings. */
import type { ConsoleShell } from './shell.ts';

/** A member of the merchant's profile. */
export interface ShownMember {
  /** `permissions.unmask` */
  readonly path: string;
  /** Markdown of one paragraph. */
  readonly documentation: string;
  /** In words: one line, or one for each group of a list. Empty for a member of such a group. */
  readonly value: readonly string[];
  /** The members of a group. */
  readonly members: readonly ShownMember[];
  /** The operator's command that changes it. */
  readonly command?: string | undefined;
}

export interface SettingsPage {
  readonly shell: ConsoleShell;
  /** The settings that this person may change here. */
  readonly changeable: readonly { readonly href: string; readonly title: string; readonly says: string }[];
  readonly members: readonly ShownMember[];
}

export interface BrandingSettingsPage {
  readonly shell: ConsoleShell;
  /** The colour of today, `#rgb` or `#rrggbb`. */
  readonly color: string;
  /** The text in the form's input. */
  readonly typed: string;
  /** Why `typed` is not taken. */
  readonly problem?: string | undefined;
  /** Whether others have changed the colour since the page with the form was made. */
  readonly isChanged: boolean;
  readonly isSaved: boolean;
  /** The choices beside the colour, each with its values and the one in the form. */
  readonly looks: readonly LookChoice[];
  /** Whether colour or choices differ from those that payers see. */
  readonly isNew: boolean;
  /** A hidden input: the version of `branding`. */
  readonly shown: string;
  /** Absent without a logo. */
  readonly logo?: { readonly width: number; readonly height: number } | undefined;
  /** The address of the logo, which takes the form of a new one. */
  readonly logoHref: string;
  /** A hidden input: the name of the logo, or nothing. */
  readonly logoShown: string;
  readonly logoProblem?: string | undefined;
  /** A new logo that is not saved yet: a `data:` address, and a hidden input with the file in Base64. */
  readonly logoPreview?:
    | { readonly src: string; readonly width: number; readonly height: number; readonly file: string }
    | undefined;
  /** The colour of the previews. */
  readonly previewed: string;
  readonly previews: readonly { readonly theme: 'DARK' | 'LIGHT'; readonly href: string }[];
  readonly settingsHref: string;
}

export type LookName = 'corner' | 'font' | 'theme';

export interface LookChoice {
  readonly name: LookName;
  readonly values: readonly string[];
  readonly chosen: string;
}

export type HostListName = 'embedHosts' | 'returnHosts';

export interface HostList {
  readonly name: HostListName;
  /** Markdown of one paragraph. */
  readonly documentation: string;
  readonly hosts: readonly string[];
  /** A hidden input: the version of the list. */
  readonly shown: string;
  /** The text in the input of a host to add. */
  readonly typed: string;
  /** Why `typed` is not taken. */
  readonly problem?: string | undefined;
}

export interface HostSettingsPage {
  readonly shell: ConsoleShell;
  readonly lists: readonly HostList[];
  readonly notice?: 'ADDED' | 'REMOVED' | undefined;
  /** The host of a form that changed nothing, because others had changed the list. */
  readonly changed?: { readonly host: string; readonly isRemoval: boolean } | undefined;
  readonly settingsHref: string;
}

/** Subject and end are not known of a certificate that was added by its fingerprint. */
export interface CertificateEntry {
  readonly fingerprint: string;
  readonly subject?: string | undefined;
  /** ISO 8601, UTC. */
  readonly until?: string | undefined;
  /** Negative after the end. */
  readonly daysLeft?: number | undefined;
}

export interface CertificateSettingsPage {
  readonly shell: ConsoleShell;
  readonly certificates: readonly CertificateEntry[];
  /** A hidden input: the version of the list. */
  readonly shown: string;
  /** The text in the form. */
  readonly pasted: string;
  /** Why `pasted` is not taken. */
  readonly problem?: string | undefined;
  /** Whether others have changed the list since the page with the form was made. */
  readonly isChanged: boolean;
  readonly notice?: 'ADDED' | 'REMOVED' | undefined;
  readonly settingsHref: string;
}

/** Times are ISO 8601, UTC. */
export interface SigningKeyEntry {
  readonly since: string;
  /** When it stops signing; absent for the newest. */
  readonly until?: string | undefined;
}

export type NotificationMember = 'secret' | 'url';

/** A form that changes a member of `notification`. */
export interface NotificationInput {
  /** The text in the input. */
  readonly value: string;
  /** The value of today; absent for a secret, and if there is none. */
  readonly stored?: string | undefined;
  /** A hidden input: the version of the value. */
  readonly shown: string;
  /** Why the text is not taken. */
  readonly problem?: string | undefined;
  /** Whether others have changed the value since the page with the form was made. */
  readonly isChanged: boolean;
}

export interface NotificationSettingsPage {
  readonly shell: ConsoleShell;
  readonly url: NotificationInput;
  /** Absent without an address, to which it would be sent. */
  readonly secret?: NotificationInput | undefined;
  readonly hasSecret: boolean;
  /** The form that removes the address; absent without one. */
  readonly removal?:
    | {
        /** A hidden input: the version of address, secret and events. */
        readonly shown: string;
        readonly hasEvents: boolean;
        /** Whether the form was sent without its confirmation. */
        readonly isUnconfirmed: boolean;
        readonly isChanged: boolean;
      }
    | undefined;
  /** The member that was changed just now. */
  readonly notice?: NotificationMember | 'removed' | undefined;
  /** The keys that sign now, the newest first; empty before the first notification. */
  readonly signingKeys: readonly SigningKeyEntry[];
  /** A hidden input: the newest generation. */
  readonly before: string;
  readonly keptHours: readonly number[];
  readonly rotateHref: string;
  readonly settingsHref: string;
  /** The operator's command that prints the keys. */
  readonly command: string;
  /** The new key, on the one page that shows it. */
  readonly newKey?: string | undefined;
  /** CHANGED: a key was made since the page with the form was made. */
  readonly problem?: 'CHANGED' | undefined;
}
