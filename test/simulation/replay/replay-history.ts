/** One history of a bundle: without faults, compared with the bundle, or with the faults of a seed. */
import type { BundleContents } from '../../../src/cli/record/bundle.ts';
import { type Compared, compared } from '../../../src/cli/replay/compared.ts';
import { play } from '../../../src/cli/replay/play.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { Cast } from '../cast.ts';
import type { MemoryDatabase } from '../database.ts';
import { CALM } from '../faults.ts';
import { runHistory } from '../history.ts';
import type { Stage } from '../payer.ts';
import { notAllowed } from './allowed.ts';
import { RecordedOutcomes } from './recorded-outcomes.ts';
import { SimulatedStage } from './simulated-stage.ts';

export interface Replayed {
  readonly steps: readonly string[];
  readonly problems: readonly string[];
}

/** Its draws decide nothing but delays. */
const SEED_WITHOUT_FAULTS = 1;

/** @returns the comparison too, which is missing if the history went wrong */
export async function replayWithoutFaults(
  bundle: BundleContents,
  database: MemoryDatabase,
): Promise<Replayed & { readonly result: Compared | undefined }> {
  let result: Compared | undefined;
  const { steps, problems } = await runHistory(SEED_WITHOUT_FAULTS, database, {
    ...castOf(bundle, false, async (stage) => {
      result = await compared(stage, bundle);
    }),
    faults: CALM,
  });
  return { steps, problems, result };
}

/** @param plant a fault in the gateway's processes */
export async function replayWithFaults(
  bundle: BundleContents,
  seed: number,
  database: MemoryDatabase,
  plant?: Cast['plant'],
): Promise<Replayed> {
  let stage: SimulatedStage | undefined;
  const cast = castOf(bundle, true, async (made) => {
    stage = made;
    await play(made, bundle);
  });
  const { steps, problems } = await runHistory(seed, database, { ...cast, plant });
  const found = problems.length > 0 ? [] : notAllowed(bundle, await stage?.order());
  return { steps, problems: [...problems, ...found] };
}

function castOf(bundle: BundleContents, isHurried: boolean, business: (stage: SimulatedStage) => Promise<void>): Cast {
  const outcomes = new RecordedOutcomes(bundle, isHurried);
  return {
    profile: () => profileFor(bundle),
    outcomes,
    enter: (stage: Stage) => [business(new SimulatedStage(stage, bundle, outcomes, isHurried))],
    businessMs: isHurried ? 0 : bundle.recordedAt + DAY_MS,
  };
}

/** Members of the merchant's profile that the recorded order shows. */
function profileFor({ transactions, authentications, latePayments }: BundleContents): object {
  const isReported = latePayments.some(({ state }) => state === 'REPORTED');
  return {
    lateBrowserPayments: isReported ? 'REPORT' : 'REFUND',
    permissions: { partPayment: true },
    ...(transactions.some(({ isNotified }) => isNotified) && {
      notification: { url: 'https://shop.example/notified' },
    }),
    ...(authentications.length > 0 && { payerAuthentication: PAYER_AUTHENTICATION }),
  };
}

const PAYER_AUTHENTICATION = {
  requestorId: 'REQUESTOR',
  requestorName: 'Example Shop',
  requestorUrl: 'https://shop.example',
  acquirerBin: '123456',
  acquirerMerchantId: 'TESTSHOP',
  categoryCode: '5999',
  country: 'DEU',
  whenUnavailable: 'PROCEED',
};
