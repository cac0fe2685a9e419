/** Models of the page on which a payer chooses the bank, as the server would pass them. */
import type {
  ApprovingPage,
  ChoosingPage,
  CodeOverPage,
  CodePage,
  NamingPage,
  StartedPage,
} from '../../../src/web/views/index.ts';
import { euro, shop } from './fixtures.ts';

const ADDRESS = '/checkout/choice/state-of-the-payment';

const base = {
  locale: 'en',
  shop,
  testMode: 'sandbox',
  provider: 'Bank transfer',
  amount: euro('57.20'),
  cancelAction: '/checkout/choice/state-of-the-payment/cancel',
} as const;

const bank = { name: 'Banque Générale du Littoral', code: 'BGLIFRPPXXX', country: 'FR' };

const BANKS = [
  { name: 'Altbank', code: 'ALTBATWWXXX', country: 'AT' },
  bank,
  { name: 'Nordbank', code: 'NRDBDEFFXXX', country: 'DE' },
  { name: 'Sparkasse Oberes Tal am See und Umgebung', code: 'SPKODE21XXX', country: 'DE' },
];

export function choosingPage(changes: Partial<ChoosingPage> = {}): ChoosingPage {
  const options = BANKS.map((one, index) => ({ ...one, href: `${ADDRESS}?option=bank-${index}` }));
  return { ...base, kind: 'choosing', action: ADDRESS, search: '', options, ...changes };
}

export function namingPage(changes: Partial<NamingPage> = {}): NamingPage {
  return {
    ...base,
    kind: 'naming',
    option: bank,
    action: ADDRESS,
    optionId: 'bank-1',
    fields: [{ field: 'IBAN', value: '' }],
    otherHref: ADDRESS,
    ...changes,
  };
}

export function startedPage(kind: StartedPage['kind']): StartedPage {
  return { ...base, kind, option: bank, continueUrl: '/redirect/handle-of-the-payment' };
}

export function approvingPage(): ApprovingPage {
  return { ...base, kind: 'approving', option: bank, poll: { address: ADDRESS, seconds: 3 } };
}

const pix = {
  ...base,
  provider: 'Pix',
  amount: { value: '157.20', currency: 'BRL', exponent: 2 },
  poll: { address: ADDRESS, seconds: 3, reloadSeconds: 20 },
} as const;

export function codePage(): CodePage {
  return {
    ...pix,
    kind: 'code',
    code:
      '00020101021226800014br.gov.bcb.pix2558psp.sandbox.invalid/qr/v2/8b3da2f39a4140d1a91abd93113bd441' +
      '5204000053039865802BR5912EXAMPLE SHOP6009SAO PAULO62070503***6304A3F1',
    minutesLeft: 29,
  };
}

export function codeOverPage(): CodeOverPage {
  return { ...pix, kind: 'codeOver' };
}
