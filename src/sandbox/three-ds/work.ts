/** What a step of the stand-in is given: one commit of the ledger, and what it may use beside the rows. */
import type { Outcomes } from './acs/outcomes.ts';
import type { ThreeDSFaults } from './faults.ts';
import type { ThreeDSLedger } from './ledger/ledger.ts';
import type { Records } from './records.ts';

export interface Bases {
  /** Of the directory servers: `https://localhost:8444`. */
  readonly api: string;
  /** Of the ACS's pages: `http://127.0.0.1:8090`. */
  readonly pages: string;
}

export interface Work {
  readonly ledger: ThreeDSLedger;
  readonly records: Records;
  readonly faults: ThreeDSFaults;
  readonly outcomes: Outcomes;
  readonly bases: Bases;
  /** Of authentication values. */
  readonly key: string;
  readonly now: number;
  /** How soon after the ARes a browser has to come. */
  readonly firstCReqMs: number;
}
