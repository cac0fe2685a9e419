/** The content of a mail to a person of the console before it is formatted. Each text is one line. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { LabeledValue } from '../../web/components/order/summary.ts';

export interface MailSection {
  /** FIGURES are short; FACTS may have several lines. */
  readonly kind: 'FACTS' | 'FIGURES';
  readonly heading: string;
  readonly facts: readonly LabeledValue[];
}

export interface MailLink {
  readonly label: string;
  readonly href: string;
}

export interface StaffContent {
  readonly subject: string;
  readonly testMode: TestMode | undefined;
  readonly merchantName: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly MailSection[];
  readonly links: readonly MailLink[];
  /** Sentences about the figures, below the mail. */
  readonly notes: readonly string[];
  /** Why the person gets the mail, and the page on which it is switched off. */
  readonly why: string;
  readonly choiceAddress: string;
}
