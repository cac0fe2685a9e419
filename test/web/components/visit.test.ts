import { describe, expect, it } from 'vitest';
import { ownOrWebLink } from '../../../src/web/components/order/links.ts';
import { readableNotice } from '../../../src/web/components/order/notice.ts';
import { unpayableSentences, unpayableTitle } from '../../../src/web/components/order/unpayable-sentences.ts';
import { payFormModel } from '../../../src/web/components/pay-form/model.ts';
import { readableOutcome } from '../../../src/web/components/timeline/readable-outcome.ts';
import { readableSteps } from '../../../src/web/components/timeline/steps.ts';
import { LANGUAGES, LOCALES, textFor } from '../../../src/web/text/index.ts';
import type { MessageTree } from '../../../src/web/text/template.ts';
import type { PaymentOutcome, ProviderFailure, TimelineStep } from '../../../src/web/views/index.ts';
import { payPage, unpayablePage } from '../pages/fixtures.ts';
import {
  goingHomePage,
  OUTCOMES,
  PAID,
  PART_TAKEN,
  providerNotice,
  RESERVED,
  statusPage,
} from '../pages/payment-timelines.ts';

const text = textFor('en');
const read = (outcome: PaymentOutcome) => readableOutcome(statusPage(outcome, []), text);

describe('readableOutcome', () => {
  it.each<[PaymentOutcome, string, string]>([
    [{ kind: 'open' }, 'wait', 'You have not been charged'],
    [{ kind: 'agreed' }, 'wait', 'You have not been charged yet'],
    [{ kind: 'waiting' }, 'wait', 'Demo Bank has not answered yet'],
    [{ kind: 'accepted' }, 'wait', 'Your bank has accepted the transfer'],
    [PAID, 'right', 'Paid: €57.20 to Harbour Lane Books'],
    [RESERVED, 'right', 'Reserved: €57.20 for Harbour Lane Books'],
    [PART_TAKEN, 'right', '€30.00 paid · €27.20 still reserved · €10.00 refunded on December 3'],
    [{ kind: 'notCharged', reason: 'declined' }, 'none', 'You have not been charged'],
    [OUTCOMES.undone!.outcome, 'back', 'Harbour Lane Books has cancelled this payment'],
    [OUTCOMES.givenBack!.outcome, 'back', 'Harbour Lane Books has refunded €38.00'],
    [OUTCOMES.reservationOver!.outcome, 'none', '€57.20 is no longer reserved'],
    [{ kind: 'late', money: 'returning' }, 'back', 'This payment came too late, and you’re getting it back'],
    [{ kind: 'late', money: 'returned' }, 'back', 'This payment came too late, and was refunded'],
    [{ kind: 'late', money: 'kept' }, 'look', 'This payment came too late'],
  ])('of %j has the sign "%s" and the title "%s"', (outcome, sign, title) => {
    expect(read(outcome)).toMatchObject({ sign, title });
  });

  it.each<[ProviderFailure, string]>([
    ['declined', 'Demo Bank declined the payment.'],
    ['cancelled', 'Your payment with Demo Bank was cancelled.'],
    ['expired', 'Your payment with Demo Bank timed out.'],
    ['unavailable', 'We could not reach Demo Bank.'],
  ])('states the reason that nothing was charged: %s', (reason, sentence) => {
    expect(read({ kind: 'notCharged', reason }).text).toBe(sentence);
  });

  it.each(LANGUAGES)('has in %s a sentence for every outcome, with every name and amount in its place', (locale) => {
    for (const { outcome } of Object.values(OUTCOMES)) {
      const { title, text } = readableOutcome({ ...goingHomePage(outcome), locale }, textFor(locale));
      expect(`${title} ${text}`, outcome.kind).not.toMatch(/[{}]|undefined/);
    }
  });

  it('is the same on the return page as on the status page', () => {
    for (const { outcome } of Object.values(OUTCOMES)) {
      expect(readableOutcome(goingHomePage(outcome), text)).toEqual(read(outcome));
    }
  });

  it('asks the payer to wait while the result is open, and says that no second payment is needed only once money has moved', () => {
    for (const outcome of [PAID, RESERVED, PART_TAKEN]) {
      expect(read(outcome).text).toMatch(/do not need to pay again/i);
    }
    for (const kind of ['accepted', 'agreed', 'waiting'] as const) {
      const { title, text } = read({ kind });
      expect(text).toContain('Please don’t pay again');
      expect(`${title} ${text}`).not.toMatch(/do not need/);
    }
    expect(read({ kind: 'late', money: 'kept' }).text).toContain('Do not pay again');
  });
});

describe('readableSteps', () => {
  const states = (outcome: PaymentOutcome, happened: readonly TimelineStep[]) =>
    readableSteps(statusPage(outcome, happened), text).map(({ state }) => state);

  it('names each step, with its instant once it happened', () => {
    expect(readableSteps(statusPage({ kind: 'open' }, ['initiated']), text)).toEqual([
      { label: 'Payment started', state: 'done', at: '2026-11-21T14:05:09.000Z' },
      { label: 'Sent to Demo Bank', state: 'open', at: undefined },
      { label: 'Back from Demo Bank', state: 'open', at: undefined },
      { label: 'Waiting for the result', state: 'open', at: undefined },
    ]);
  });

  it.each<[PaymentOutcome, TimelineStep[], string[]]>([
    [{ kind: 'waiting' }, ['initiated', 'redirected', 'returned'], ['done', 'done', 'done', 'open']],
    [{ kind: 'waiting' }, ['initiated', 'returned'], ['done', 'passed', 'done', 'open']],
    [PAID, ['initiated', 'redirected', 'completed'], ['done', 'done', 'passed', 'done']],
    [PAID, ['initiated', 'completed'], ['done', 'passed', 'passed', 'done']],
    [PAID, ['initiated', 'redirected', 'returned', 'completed'], ['done', 'done', 'done', 'done']],
  ])('of %j after %j mark no passed step as open', (outcome, happened, expected) => {
    expect(states(outcome, happened)).toEqual(expected);
  });

  it.each([
    ['kept', 'Result known'],
    ['returning', 'Result known'],
    ['returned', 'Ended without payment'],
  ] as const)('of late money that is %s ends with "%s"', (money, label) => {
    const steps = readableSteps(statusPage({ kind: 'late', money }, ['initiated', 'completed']), text);
    expect(steps.at(-1)?.label).toBe(label);
  });

  it.each([
    ['kept', [['Late payment from Demo Bank', 'done']]],
    [
      'returning',
      [
        ['Late payment from Demo Bank', 'done'],
        ['Refunded', 'open'],
      ],
    ],
    [
      'returned',
      [
        ['Late payment from Demo Bank', 'done'],
        ['Refunded', 'done'],
      ],
    ],
  ] as const)('of late money that is %s state that it came, and its end', (money, expected) => {
    const happened = [
      'initiated',
      'completed',
      'late',
      ...(money === 'returned' ? (['refunded'] as const) : []),
    ] as const;
    const steps = readableSteps(statusPage({ kind: 'late', money }, happened), text);
    expect(steps.slice(4).map(({ label, state }) => [label, state])).toEqual(expected);
  });

  it('have no open step once the outcome is known, with any recorded steps', () => {
    for (const { outcome } of Object.values(OUTCOMES)) {
      if (['open', 'agreed', 'unsettled', 'waiting'].includes(outcome.kind)) {
        continue;
      }
      expect(states(outcome, ['initiated'])).toEqual(['done', 'passed', 'passed', 'passed']);
    }
  });
});

describe('a payment at a provider without success', () => {
  it.each([
    ['declined', 'wrong', 'Demo Wallet declined the payment', 'Try again, or pay another way.'],
    ['cancelled', 'news', 'Your payment with Demo Wallet was cancelled', 'Try again, or pay another way.'],
    ['expired', 'wrong', 'Your payment with Demo Wallet timed out', 'Try again, or pay another way.'],
    [
      'unavailable',
      'wrong',
      'We cannot reach Demo Wallet right now',
      'Try again in a few minutes, or pay another way.',
    ],
  ] as const)(
    'because it was %s is shown as not charged, with the number of attempts left',
    (reason, tone, title, advice) => {
      expect(readableNotice(payPage({ notice: providerNotice(reason, 1) }), text)).toEqual({
        tone,
        title,
        sentences: [`You have not been charged. ${advice}`, 'You can try 1 more time.'],
      });
    },
  );
});

it('the button of a provider names its amount and itself, and its target once it is pressed', () => {
  const { wallets, providers } = payFormModel(payPage({ operation: 'AUTHORIZE' }), text);
  expect([wallets.map(({ id }) => id), providers.map(({ id }) => id)]).toEqual([['demoWallet'], ['demoBank']]);
  expect([...wallets, ...providers].map(({ name, button, busy }) => [name, button, busy])).toEqual([
    ['Demo Wallet', 'Pay €57.20 with Demo Wallet', 'Taking you to Demo Wallet…'],
    ['Demo Bank', 'Pay €57.20 with Demo Bank', 'Taking you to Demo Bank…'],
  ]);
});

describe('ownOrWebLink', () => {
  it.each(['/redirect/abc', '/checkout/status/a?b=c', 'https://pay.example/x', 'http://127.0.0.1:8090/x'])(
    'keeps %j',
    (address) => {
      expect(ownOrWebLink(address)).toBe(address);
    },
  );

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'data:text/html,x',
    'redirect',
    '',
  ])('refuses %j', (address) => {
    expect(ownOrWebLink(address)).toBeUndefined();
  });
});

describe('a result that is awaited', () => {
  it.each(['pending', 'underWay', 'unknown', 'waiting'] as const)(
    'of a verification is not called a payment: %s',
    (kind) => {
      for (const locale of LANGUAGES) {
        const page = { ...unpayablePage(kind, { operation: 'VERIFY' }), locale };
        expect(unpayableSentences(page, textFor(locale))).toEqual([textFor(locale).ended.checking]);
      }
      expect(text.ended.checking).not.toMatch(/payment|pay again/);
    },
  );

  it('of a transfer that the bank has accepted names the bank’s message and the amount, and does not call it paid', () => {
    const page = unpayablePage('pending', { provider: 'Bank transfer', isAccepted: true });
    expect(unpayableTitle(page, text)).toBe('Your bank has accepted the transfer');
    const said = unpayableSentences(page, text).join(' ');
    expect(said).toContain('€57.20 is on its way to Harbour Lane Books and has not arrived yet.');
    expect(said).not.toMatch(/\bpaid\b|complete/);
  });
});

it.each(LANGUAGES)(
  'in %s late money is described as ended, not as timed out, since the provider may have declined it first',
  (locale) => {
    const { returned, returning, kept } = (LOCALES[locale].timeline as MessageTree).text as MessageTree;
    const { expired } = textFor(locale).ended;
    for (const sentence of [returned, returning, kept]) {
      expect(sentence).not.toContain(expired.title);
      expect(sentence).not.toMatch(/timed out|Zeit für|délai|tempo|超时|時間切れ/);
    }
  },
);
