/** The dependencies of all routes, composed by `compose/routes.ts`. */

import type { HandlerDependencies, SessionAccessDependencies } from '../../api/rest/index.ts';
import type { PayerCookie, PayerDependencies } from '../../checkout/index.ts';
import type { StatusPageDependencies } from '../../checkout/return/index.ts';
import type { Logos } from './logo-adapter.ts';
import type { ScriptArchive } from './merchant-scripts-adapter.ts';

export interface RouteDependencies extends StatusPageDependencies, HandlerDependencies, SessionAccessDependencies {
  readonly payer: PayerDependencies;
  readonly payerCookie: PayerCookie;
  /** Logos by the hash of their content. */
  readonly logos: Logos;
  readonly merchantScripts: ScriptArchive;
  /** BCP 47 tags of the languages that a payer can choose. */
  readonly languages: readonly string[];
}
