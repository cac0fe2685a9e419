/** The content of a mail about a receiver of notifications. */
import { tryText } from '../../web/components/console/notification-words.ts';
import { countText } from '../../web/components/console/overview-words.ts';
import { utcMinute } from '../../web/components/console/readable.ts';
import type { LabeledValue } from '../../web/components/order/summary.ts';
import type { StaffAlarm } from '../../web/views/console/index.ts';
import { oneLine } from '../receipts/index.ts';
import type { StaffContent } from './content.ts';

const TITLES: Readonly<Record<StaffAlarm['kind'], string>> = {
  FAILING: 'Notifications keep failing',
  GIVEN_UP: 'Notifications were given up',
  SWITCHED_OFF: 'Notifications were switched off',
  WORKING: 'Notifications arrive again',
};

/** An address's part in the subject, which programs show short. */
const HOST_CHARACTERS_MAX = 60;

export function alarmContent(alarm: StaffAlarm): StaffContent {
  const { kind, testMode, consoleAddress, choiceAddress } = alarm;
  const merchantName = oneLine(alarm.merchantName);
  return {
    subject: `${merchantName}: ${TITLES[kind].toLowerCase()}, ${hostOf(alarm)}`,
    testMode,
    merchantName,
    title: TITLES[kind],
    paragraphs: paragraphsOf(alarm),
    sections: [{ kind: 'FACTS', heading: 'The receiver', facts: factsOf(alarm) }],
    links: [
      {
        label: kind === 'FAILING' ? 'Failing notifications in the console' : 'Notifications in the console',
        href: consoleAddress,
      },
    ],
    notes: kind === 'FAILING' ? ['While it fails, this mail comes at most once a day.'] : [],
    why: 'You get this mail because you look after this merchant’s servers.',
    choiceAddress,
  };
}

function hostOf({ addresses }: StaffAlarm): string {
  const [address = ''] = addresses;
  return oneLine(URL.parse(address)?.host ?? address).slice(0, HOST_CHARACTERS_MAX);
}

function paragraphsOf({ kind, since, givenUp }: StaffAlarm): string[] {
  const lost =
    givenUp === 0
      ? []
      : [`${givenUp === 1 ? 'One notification was' : `${countText(givenUp)} notifications were`} given up since then.`];
  const resend = 'A person can send them again in the console.';
  switch (kind) {
    case 'FAILING':
      return [
        `A notification to this receiver has failed since ${utcMinute(since)}. It is tried ten times in three days, and then given up.`,
        ...lost,
        ...(givenUp === 0 ? [] : [resend]),
      ];
    case 'WORKING':
      return [
        `The notification that had failed since ${utcMinute(since)} was delivered, and no other one waits after a failed try.`,
        ...lost,
        ...(givenUp === 0 ? [] : [resend]),
      ];
    case 'GIVEN_UP':
      return [
        `The receiver had failed since ${utcMinute(since)}. The last notification that waited after a failed try was given up.`,
        ...lost,
        resend,
      ];
    case 'SWITCHED_OFF':
      return [
        'The receiver answered 410 Gone, which ends its notifications. It gets them again once it accepts one that a person sends again in the console.',
      ];
  }
}

function factsOf({ kind, addresses, since, lastTry, waiting, waitingMax }: StaffAlarm): LabeledValue[] {
  return [
    ...addresses.map((address) => ({ label: 'Address', value: oneLine(address) })),
    { label: kind === 'SWITCHED_OFF' ? 'Switched off' : 'Failing since', value: utcMinute(since) },
    ...(lastTry === undefined
      ? []
      : [
          { label: 'Last try', value: utcMinute(lastTry.at) },
          { label: 'Last answer', value: oneLine(tryText(lastTry)) },
        ]),
    ...(waiting === undefined
      ? []
      : [
          {
            label: 'Waiting notifications',
            value: waiting > waitingMax ? `more than ${countText(waitingMax)}` : countText(waiting),
          },
        ]),
  ];
}
