/** The page of errors. */
import type { Remedy } from '../../../contract/errors/causes.ts';
import type { Status } from '../../../contract/errors/statuses.ts';
import type { GatewayCode, Result } from '../../../contract/gateway-codes.ts';

export interface PageLink {
  readonly text: string;
  readonly href: string;
}

export interface Explanation {
  readonly anchor: string;
  readonly status: number;
  /** Placeholders are in braces. */
  readonly explanation: string;
  readonly when: string;
  /** Links to the field, the setting or the guide that explains the error. */
  readonly links: readonly PageLink[];
}

export interface CodeRemedy extends Remedy {
  readonly code: GatewayCode;
  /** The `result` for this code. */
  readonly result: Result;
}

/** A remedy with the pages that explain it. */
export interface LinkedRemedy extends Remedy {
  readonly name: string;
  readonly links: readonly PageLink[];
}

export interface ErrorsPage {
  readonly causes: readonly LinkedRemedy[];
  readonly validationTypes: readonly LinkedRemedy[];
  readonly statuses: readonly Status[];
  readonly explanations: readonly Explanation[];
  readonly codes: readonly (CodeRemedy & { readonly links: readonly PageLink[] })[];
  /** An error's body as the gateway answers it. */
  readonly body: string;
}
