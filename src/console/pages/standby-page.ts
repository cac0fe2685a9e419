/** Answers a page with records from a standby, and dates it. */
import { SECOND_MS } from '../../contract/durations.ts';
import type { DataDate } from '../../web/views/console/index.ts';
import { zoneOf } from '../order-search/list-query.ts';
import type { ConsoleRouteName } from '../routes.ts';
import { STANDBY_READS } from '../standby-reads.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';

type Handler = (request: MerchantRequest) => Promise<ConsoleAnswer>;

/** @param request of a page */
export async function fromStandby(
  name: ConsoleRouteName,
  request: MerchantRequest,
  handle: Handler,
): Promise<ConsoleAnswer> {
  const { dependencies } = request;
  const records = STANDBY_READS[name];
  if (records === undefined || dependencies.standby === undefined || request.hasActed) {
    return handle(request);
  }
  const reading = dependencies.standby.newReading();
  const read = Object.fromEntries(records.map((record) => [record, reading[record]]));
  const answer = await handle({ ...request, dependencies: { ...dependencies, ...read } });
  const ageMs = reading.ageMs();
  if (ageMs === undefined) {
    return answer;
  }
  // The primary may have it already.
  if ('problem' in answer && answer.problem === 'NOT_FOUND') {
    return handle(request);
  }
  return dated(answer, request, ageMs);
}

function dated(answer: ConsoleAnswer, { dependencies, place }: MerchantRequest, ageMs: number): ConsoleAnswer {
  if (!('page' in answer && 'shell' in answer.data && answer.data.shell !== undefined)) {
    return answer;
  }
  const dataOf: DataDate = {
    at: new Date(dependencies.clock.now() - ageMs).toISOString(),
    ageSeconds: Math.ceil(ageMs / SECOND_MS),
    timeZone: zoneOf(place.merchant),
  };
  return { ...answer, data: { ...answer.data, shell: { ...answer.data.shell, dataOf } } } as ConsoleAnswer;
}
