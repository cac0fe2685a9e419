/** Models of the pages of an authentication, as the server would pass them to a page. */
import type {
  AskingBankPage,
  AuthenticationPage,
  BankAsksPage,
  ChallengePage,
  ConfirmationPage,
  LeaveFramePage,
  MerchantPostPage,
} from '../../../src/web/views/index.ts';
import { euro, shop, summary } from './fixtures.ts';

/** The preview replaces it by the origin of its own bank. */
export const ACS_ORIGIN = 'http://bank.example';

const asked = {
  locale: 'en',
  shop,
  testMode: 'sandbox' as const,
  amount: euro('57.20'),
  poll: { address: '/checkout/pay/SESSION000000000000000000000001', seconds: 10 },
};
const cancel = {
  cancelAction: '/checkout/status/handle-of-the-payment/cancel',
  hidden: {},
  statusHref: '/checkout/status/handle-of-the-payment',
};

export function askingBankPage(changes: Partial<AskingBankPage> = {}): AskingBankPage {
  return { ...asked, kind: 'askingBank', ...changes };
}

/** In a frame of the shop's page. */
export function leaveFramePage(changes: Partial<LeaveFramePage> = {}): LeaveFramePage {
  const { poll, ...base } = asked;
  return { ...base, kind: 'leaveFrame', href: poll.address, embedded: { leave: poll.address }, ...changes };
}

export function bankAsksPage(): BankAsksPage {
  return { ...asked, ...cancel, kind: 'bankAsks', cardholderInfo: 'Confirm the payment in our app.' };
}

export function challengePage(changes: Partial<ChallengePage> = {}): ChallengePage {
  return { ...asked, ...cancel, kind: 'challenge', acsUrl: `${ACS_ORIGIN}/challenge`, creq: 'eyJ9', ...changes };
}

export function confirmationPage(changes: Partial<ConfirmationPage> = {}): ConfirmationPage {
  return {
    locale: 'en',
    shop,
    testMode: 'sandbox' as const,
    kind: 'confirm',
    operation: 'PURCHASE',
    summary,
    action: '/checkout/pay/SESSION000000000000000000000001',
    hidden: { sessionVersion: 'aaaaaaaa01', attempt: '1', csrf: 'proof' },
    instrument: { brand: 'MASTERCARD', lastFour: '0008' },
    agreement: 'BOX-2041',
    ...changes,
  };
}

/** The page for a merchant without a return URL; with one, the page's script would redirect at once. */
export function merchantPostPage(): MerchantPostPage {
  return { kind: 'merchantPost', locale: 'en', shop, testMode: 'sandbox' as const, hidden: {} };
}

/** The page of a card verification without a charge. */
export function chargeless<P extends AuthenticationPage>({ amount: _amount, ...page }: P): Omit<P, 'amount'> {
  return page;
}
