/** The content of a report by mail: the counts and sums of a day or a week. */
import { approvalRate, countText, paymentsText, wayToPay } from '../../web/components/console/overview-words.ts';
import { utcMinute } from '../../web/components/console/readable.ts';
import { ageWords } from '../../web/components/console/search-words.ts';
import type { LabeledValue } from '../../web/components/order/summary.ts';
import { formatMoney } from '../../web/text/format.ts';
import type { MovedMoney, PaymentCounts, StaffReport } from '../../web/views/console/index.ts';
import { oneLine } from '../receipts/index.ts';
import type { MailSection, StaffContent } from './content.ts';

const dates = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekdays = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

export function reportContent(report: StaffReport): StaffContent {
  const { testMode, days, index, writtenAt, choiceAddress } = report;
  const merchantName = oneLine(report.merchantName);
  const isWeek = days.length > 1;
  const time = isWeek ? 'these days' : 'this day';
  return {
    subject: `${merchantName}: ${paymentsText(report)}, ${periodText(report)}`,
    testMode,
    merchantName,
    title: `Payments of ${periodText(report, weekdays)}`,
    paragraphs: [
      report.approved + report.declined === 0
        ? `No payment of ${time} has a result.`
        : `${paymentsText(report)}: approval ${approvalRate(report)}.`,
    ],
    sections: sectionsOf(report, isWeek),
    links: linksOf(report),
    notes: [
      `Days are in UTC. A payment counts on the day on which it began, once its result is known. The figures are those of ${utcMinute(writtenAt)}, up to ${ageWords(index.ageSeconds)} old.`,
      ...(index.isComplete
        ? []
        : ['The index of orders is behind: payments are missing here. The console has the figures later.']),
    ],
    why: 'You get this report because you have chosen it in the console.',
    choiceAddress,
  };
}

/** @param format of one day */
function periodText({ days }: StaffReport, format = dates): string {
  const [first = 0, last = first] = [days[0], days.at(-1)].map((day) => Date.parse(`${day?.day}T00:00:00Z`));
  // The spaces around a range's dash differ between versions of `Intl`.
  return first === last ? format.format(first) : dates.formatRange(first, last).replace(/\s*–\s*/g, '–');
}

function sectionsOf({ moved, days, methods, reasons, failing, failingMax, waiting }: StaffReport, isWeek: boolean) {
  const times = (value: number): string => countText(value);
  const sections: readonly MailSection[] = [
    { kind: 'FIGURES', heading: 'Money', facts: moved.flatMap(moneyFacts) },
    {
      kind: 'FIGURES',
      heading: 'By day',
      facts: isWeek ? days.map((day) => ({ label: day.day, value: approvedText(day) })) : [],
    },
    {
      kind: 'FIGURES',
      heading: 'By way to pay',
      facts: methods.map((method) => ({
        label: oneLine(wayToPay(method)),
        value: `${approvedText(method)}, ${approvalRate(method)}`,
      })),
    },
    {
      kind: 'FIGURES',
      heading: 'Most frequent reasons of declines',
      facts: reasons.map(({ code, meaning, times: count }) => ({
        label: meaning?.replace(/\.$/, '') ?? (code === '' ? 'Without a reason' : code),
        value: times(count),
      })),
    },
    {
      kind: 'FIGURES',
      heading: 'Now',
      facts: [
        {
          label: 'Notifications that fail',
          value: failing > failingMax ? `more than ${times(failingMax)}` : times(failing),
        },
        { label: 'Refunds that wait for a decision', value: times(waiting.refunds) },
        { label: 'Payments that wait for a decision', value: times(waiting.payments) },
      ],
    },
  ];
  return sections.filter(({ facts }) => facts.length > 0);
}

/** @example approvedText({ approved: 9, declined: 1 }) // '9 of 10 approved' */
function approvedText({ approved, declined }: PaymentCounts): string {
  return `${countText(approved)} of ${countText(approved + declined)} approved`;
}

/** Money that was charged back is named only where there is some. */
function moneyFacts({ taken, givenBack, chargedBack }: MovedMoney): LabeledValue[] {
  const fact = (words: string, amount: MovedMoney['taken']) => ({
    label: `${words}, ${amount.currency}`,
    value: formatMoney('en', amount),
  });
  return [
    fact('Taken', taken),
    fact('Given back', givenBack),
    ...(/[1-9]/.test(chargedBack.value) ? [fact('Charged back', chargedBack)] : []),
  ];
}

function linksOf({ addresses, failing, waiting }: StaffReport): StaffContent['links'] {
  return [
    { label: 'All figures in the console', href: addresses.overview },
    ...(failing > 0 ? [{ label: 'Notifications that fail', href: addresses.failing }] : []),
    ...(addresses.waiting !== undefined && waiting.refunds + waiting.payments > 0
      ? [{ label: 'Decide on the refunds and payments that wait', href: addresses.waiting }]
      : []),
  ];
}
