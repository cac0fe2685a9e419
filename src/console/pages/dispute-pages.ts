/** The page of a merchant's disputes, and its file. */
import { ageSeconds } from '../../core/index.ts';
import { disputeFile, disputePositionText, findDisputes, readDisputePosition } from '../disputes.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { disputeEntry } from './dispute-entries.ts';
import { fileAnswer } from './file-answer.ts';
import { shellOf } from './shell.ts';

const SHOWN_DISPUTES = 20;
/** The parameter with `closed`, by which closed disputes are shown. */
const SHOW = 'show';
const CLOSED = 'closed';
/** The parameter with the place where a page begins. */
const AFTER = 'after';

export async function disputesPage(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const { merchant } = place;
  const isOpen = query.get(SHOW) !== CLOSED;
  const after = readDisputePosition(query.get(AFTER));
  const [{ found, next }, age] = await Promise.all([
    findDisputes(dependencies, merchant, { isOpen, after, limit: SHOWN_DISPUTES }),
    dependencies.orderIndex.age(),
  ]);
  const now = dependencies.clock.now();
  const openHref = consoleAddress('disputes', { merchant: merchant.id });
  const closedHref = `${openHref}?${SHOW}=${CLOSED}`;
  const ownHref = isOpen ? openHref : closedHref;
  return {
    page: 'disputes',
    data: {
      shell: shellOf(request, 'disputes'),
      isOpen,
      openHref,
      closedHref,
      csvHref: consoleAddress('disputesFile', { merchant: merchant.id }) + (isOpen ? '' : `?${SHOW}=${CLOSED}`),
      disputes: found.map((one) => disputeEntry(merchant, one, now)),
      nextHref: next && `${ownHref}${isOpen ? '?' : '&'}${AFTER}=${disputePositionText(next)}`,
      firstHref: after === undefined ? undefined : ownHref,
      timeZone: zoneOf(merchant),
      index: { ageSeconds: ageSeconds(age, now), isComplete: age.isComplete },
    },
  };
}

export async function disputesFile(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const isOpen = query.get(SHOW) !== CLOSED;
  return fileAnswer(request, {
    of: 'disputes',
    details: { format: 'CSV', show: isOpen ? 'open' : CLOSED },
    write: () => disputeFile(dependencies, place.merchant, isOpen),
  });
}
