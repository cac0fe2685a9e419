/** The parts of a status page that depend on the kind of its payment. */
import type { StatusPage } from '../../web/views/index.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import type { AcsStatusService } from './acs-outcome.ts';
import type { PagePartsDependencies, PageSource } from './page-parts.ts';

export interface StatusViewDependencies extends PagePartsDependencies {
  /** Set by the hosted page, whose card payments may wait for the payer's bank. */
  readonly acsStatus?: AcsStatusService;
}

export interface StatusView<Payment> {
  page(
    dependencies: StatusViewDependencies,
    payment: Payment,
    handle: string,
    languages: PayerLanguages,
  ): Promise<StatusPage>;
  /** When the page's link ends, milliseconds since 1970. */
  endOf(payment: Payment): number;
  /** Identifies the state that the page shows. */
  markOf(payment: Payment): string;
  sourceOf(payment: Payment): PageSource;
  /** Cancels the payment at the payer's request, if it can be cancelled. @param from the network address */
  cancel(dependencies: StatusViewDependencies, payment: Payment, from: string): Promise<void>;
}
