/** The items of the section "The merchants". */
import { MERCHANT_CHECKS } from '../doctor/merchant-checks.ts';
import { checked, done, type GoLiveItem, type GoLiveSubject, type ItemFinding, missing, named, yours } from './item.ts';

const MERCHANTS = 'The merchants';

type Merchant = GoLiveSubject['merchants'][number];

export const MERCHANT_ITEMS: readonly GoLiveItem[] = [
  // The schema was checked when the store was opened.
  { section: MERCHANTS, number: 1, run: () => [done('The database has the schema of this version.')] },
  { section: MERCHANTS, number: 2, run: profiles },
  {
    section: MERCHANTS,
    number: 3,
    run: every(({ passwordHash, profile }) => passwordHash !== null || profile.certificates.length > 0, {
      all: 'Each has a password or a certificate',
      some: 'Neither a password nor a certificate',
      remedy: 'turnpike merchant password ID',
    }),
  },
  {
    section: MERCHANTS,
    number: 4,
    run: every(({ profile }) => profile.returnHosts.length > 0, {
      all: 'Each lists the hosts to which payers return',
      some: 'Payers may be sent to any host',
      remedy: 'set returnHosts',
    }),
  },
  { section: MERCHANTS, number: 5, run: probed('browser payments', 'whether the providers in browserPayments answer') },
  { section: MERCHANTS, number: 6, run: () => [done('Links need no setting.')] },
  { section: MERCHANTS, number: 7, run: probed('wallets', 'whether the wallets of each merchant are set up') },
  { section: MERCHANTS, number: 8, run: savedCards },
  {
    section: MERCHANTS,
    number: 9,
    run: every(({ profile }) => profile.notification?.url !== undefined, {
      all: 'Each has an address for notifications',
      some: 'No address for notifications',
      remedy: 'set notification.url',
    }),
  },
  {
    section: MERCHANTS,
    number: 10,
    run: () => [yours('whether the limits on declines and the times of retention suit your merchants')],
  },
  { section: MERCHANTS, number: 11, run: examined },
];

function profiles({ merchants }: GoLiveSubject): ItemFinding[] {
  return [
    merchants.length === 0
      ? missing('There is no merchant.', 'turnpike merchant put FILE.json')
      : done(`Merchants: ${named(merchants.map(({ id }) => id))}.`),
  ];
}

interface Words {
  readonly all: string;
  readonly some: string;
  readonly remedy: string;
}

/** An item that each merchant's stored profile has to meet. */
function every(isMet: (merchant: Merchant) => boolean, { all, some, remedy }: Words): GoLiveItem['run'] {
  return ({ merchants }) => {
    const lacking = merchants.filter((merchant) => !isMet(merchant)).map(({ id }) => id);
    return [lacking.length === 0 ? done(`${all}.`) : missing(`${some}: ${named(lacking)}.`, remedy)];
  };
}

/** A check of the doctor, which reaches for other hosts, so it is made only for a named merchant. */
function probed(check: string, question: string): GoLiveItem['run'] {
  return async (subject) => {
    const [merchant] = subject.merchants;
    return merchant !== undefined && subject.isNamed
      ? checked(
          MERCHANT_CHECKS.filter(({ name }) => name === check),
          { ...subject, merchant },
        )
      : [yours(`${question}: turnpike doctor MERCHANT --go-live checks it`)];
  };
}

function savedCards({ merchants }: GoLiveSubject): ItemFinding[] {
  const saving = merchants.filter(({ profile }) => profile.savedCards !== null).map(({ id }) => id);
  return [
    saving.length === 0
      ? done('No merchant saves cards.')
      : yours(`whether the privacy notice names saved cards: ${named(saving)}`),
  ];
}

async function examined(subject: GoLiveSubject): Promise<ItemFinding[]> {
  const [merchant] = subject.merchants;
  if (merchant === undefined || !subject.isNamed) {
    return [yours('whether turnpike doctor MERCHANT reports no failure, for each merchant')];
  }
  const lacking = (await checked(MERCHANT_CHECKS, { ...subject, merchant })).filter(({ state }) => state === 'MISSING');
  return lacking.length === 0 ? [done(`The doctor finds nothing amiss at ${merchant.id}.`)] : lacking;
}
