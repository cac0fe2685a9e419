/** The context of a change: one commit of the simulator's ledger, and its services. */
import type { AcsOutcomes } from './acs/outcomes.ts';
import type { ThreeDSFaults } from './faults.ts';
import type { ThreeDSLedger } from './ledger/ledger.ts';
import type { Records } from './records.ts';

export interface ThreeDSBaseUrls {
  /** Base address of the directory servers: `https://localhost:8444`. */
  readonly api: string;
  /** Base address of the ACS's pages: `http://127.0.0.1:8090`. */
  readonly pages: string;
}

export interface ThreeDSWork {
  readonly ledger: ThreeDSLedger;
  readonly records: Records;
  readonly faults: ThreeDSFaults;
  readonly outcomes: AcsOutcomes;
  readonly bases: ThreeDSBaseUrls;
  /** The key of authentication values. */
  readonly key: string;
  readonly now: number;
  /** The time from the ARes to the first CReq. */
  readonly firstCReqMs: number;
}
