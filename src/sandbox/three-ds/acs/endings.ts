/** The endings that the challenge page offers to testers, and its questions. */
import type { ChallengeEnding } from './outcomes.ts';

export const CHOOSABLE_ENDINGS: readonly (readonly [name: string, ending: ChallengeEnding])[] = [
  ['Y: authenticated', { transStatus: 'Y' }],
  ['A: attempted', { transStatus: 'A' }],
  ['N: not authenticated', { transStatus: 'N', transStatusReason: '01' }],
  ['N: stolen card', { transStatus: 'N', transStatusReason: '10' }],
  ['N: the payer cancelled', { transStatus: 'N', transStatusReason: '01', challengeCancel: '01' }],
  ['N: timed out', { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' }],
  ['U: unavailable', { transStatus: 'U', transStatusReason: '07' }],
  ['U: error in the transaction', { transStatus: 'U', transStatusReason: '07', challengeCancel: '06' }],
  ['R: rejected, suspected fraud', { transStatus: 'R', transStatusReason: '11' }],
];

/** Questions with their right answers, which the page itself shows. */
export const QUESTIONS = {
  SINGLE_SELECT: {
    question: 'Where should the code be sent?',
    options: { phone: 'Phone ending in 55', mail: 'Mail to p…@example.com', old: 'Phone ending in 12' },
    right: ['phone'],
  },
  MULTI_SELECT: {
    question: 'Which shops did you pay with this card?',
    options: { bakery: 'Bakery', books: 'Bookshop', garage: 'Garage', flowers: 'Florist' },
    right: ['bakery', 'books'],
  },
} as const satisfies Readonly<
  Record<string, { question: string; options: Readonly<Record<string, string>>; right: readonly string[] }>
>;
