/** Reports of a provider's server about the transactions of a merchant's balance. */
import type { ProviderAccount } from '../../core/ports/index.ts';
import type { ExactJson } from '../http-json.ts';
import type { ProviderEnvironment } from './provider-environment.ts';

/** A period, in milliseconds since 1970. `until` is included. */
export interface ReportSpan {
  readonly from: number;
  readonly until: number;
}

export interface ProviderReports {
  /** The maximum delay until a transaction appears. */
  readonly lateMsMax: number;
  /** The maximum age of a transaction. */
  readonly ageMsMax: number;
  /**
   * Yields the server's answers unchanged, page by page.
   *
   * @throws ReportUnavailable if the report cannot be read completely
   */
  pages(account: ProviderAccount, span: ReportSpan): AsyncIterable<ExactJson>;
}

/** The message is a line for the operator: the problem and its solution. */
export class ReportUnavailable extends Error {}

/** @returns undefined if the provider is not configured */
export type OpenReports = (environment: ProviderEnvironment) => ProviderReports | undefined;
