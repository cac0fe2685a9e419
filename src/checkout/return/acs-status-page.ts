/** The status page of a payment that waits for the payer's bank, or was cancelled before its result. */
import type { StatusPage } from '../../web/views/index.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import { storedAmount } from '../receipt/amount.ts';
import { type AcsStatus, acsMark, acsOutcome, acsSteps, isWithPayer } from './acs-outcome.ts';
import { linkToShop, type PagePartsDependencies, type PageSource, pageBaseOf } from './page-parts.ts';
import { cancelStatusAddress, statusChallengeAddress, statusDeviceAddress } from './redirect-addresses.ts';
import { STATUS_LIFE_MS } from './status-end.ts';
import { watchAddress } from './status-mark.ts';
import type { StatusView } from './status-view.ts';

export const ACS_STATUS: StatusView<AcsStatus> = {
  page: acsStatusPage,
  endOf: ({ shown }) => shown.authentication.createdAt + STATUS_LIFE_MS,
  markOf: acsMark,
  sourceOf,
  cancel: async ({ acsStatus }, asked) => acsStatus?.cancel(asked),
};

async function acsStatusPage(
  dependencies: PagePartsDependencies,
  asked: AcsStatus,
  handle: string,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const { attempt, shown } = asked;
  const isOpen = attempt !== undefined && isWithPayer(shown);
  const { amount = 0n, currency } = shown.authentication.purpose;
  return {
    ...(await pageBaseOf(dependencies, sourceOf(asked), languages)),
    kind: 'status',
    returnLink: linkToShop(attempt?.pending.page.shopUrl),
    deviceHref: statusDeviceAddress(handle),
    method: 'card',
    amount: storedAmount({ amount, currency }),
    outcome: acsOutcome(asked),
    steps: acsSteps(asked),
    continueUrl: isOpen ? statusChallengeAddress(handle) : undefined,
    cancelAction: isOpen ? cancelStatusAddress(handle) : undefined,
    eventsUrl: attempt === undefined ? undefined : watchAddress(handle, acsMark(asked)),
  };
}

function sourceOf({ attempt, shown }: AcsStatus): PageSource {
  const { amount = 0n, currency } = shown.authentication.purpose;
  return { order: shown.order, transaction: { request: { amount, currency, page: attempt?.pending.page } } };
}
