/** Checks that the threeDSCompInd of an AReq matches the browser's visit to the 3DS Method page. */
import type { Message } from '../messages/table.ts';
import type { ThreeDSWork } from '../work.ts';
import type { CardRange } from './card-ranges.ts';

/** @returns a sentence about the mismatch; undefined without one */
export function methodDoubt(
  { ledger }: Pick<ThreeDSWork, 'ledger'>,
  areq: Message,
  range: CardRange,
): string | undefined {
  if (areq.deviceChannel !== '02') {
    return undefined;
  }
  const visits = ledger.methods.all({ three_ds_server_trans_id: String(areq.threeDSServerTransID) });
  const hasMethod = range.method !== 'NONE';
  const doubts: Readonly<Record<string, string | false>> = {
    Y: !visits.some(({ ends }) => ends === 1) && 'threeDSCompInd is Y, and the method’s page did not end',
    N: !hasMethod && 'threeDSCompInd is N, and the card has no method',
    U: hasMethod && 'threeDSCompInd is U, and the card has a method',
  };
  return doubts[String(areq.threeDSCompInd)] || undefined;
}
