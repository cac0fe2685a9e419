/** Reports that a provider's server gives of what moved a merchant's balance. */
import type { ProviderAccount } from '../gateway/ports/index.ts';
import type { ExactJson } from '../http-json.ts';
import type { ProviderEnvironment } from './provider-environment.ts';

/** Milliseconds since 1970; `until` is part of it. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface ProviderReports {
  /** How late a transaction may be in them. */
  readonly lateMsMax: number;
  /** How far back they go. */
  readonly ageMsMax: number;
  /** Each page as the server answered it. @throws ReportUnavailable */
  pages(account: ProviderAccount, span: Span): AsyncIterable<ExactJson>;
}

/** The message is a line for the operator, of what is so and what to do. */
export class ReportUnavailable extends Error {}

/** @returns undefined where the provider is not configured */
export type OpenReports = (environment: ProviderEnvironment) => ProviderReports | undefined;
