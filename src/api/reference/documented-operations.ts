/** The operations of the reference and the OpenAPI document, and their chapters. */
import { OPERATION_NAMES } from '../../contract/calls.ts';
import { OLDER_PAIR_UNTIL } from '../../contract/fields/three-d-secure.ts';
import type { Access, Operation } from '../../contract/operation.ts';
import { type ContractOperation, OPERATIONS } from '../../contract/operations.ts';

export type DocumentedOperation = ContractOperation;

export const DOCUMENTED_OPERATIONS: readonly DocumentedOperation[] = OPERATION_NAMES;

/** The name if the reference contains the operation, else undefined. */
export function documentedName(name: string): DocumentedOperation | undefined {
  return DOCUMENTED_OPERATIONS.find((one) => one === name);
}

/** The permitted callers in a sentence, by the table's access. */
export const CALLERS: Readonly<Record<Access, string>> = {
  MERCHANT: 'Called with the merchant’s API password, or with a client certificate of its profile.',
  MERCHANT_OR_SESSION:
    'Called with the merchant’s API password, with a client certificate of its profile, or with the session’s id as the password, which allows what a payer may set.',
};

export interface Chapter {
  readonly title: string;
  readonly doc: string;
  readonly operations: readonly DocumentedOperation[];
}

/** Operations by subject: an operation belongs to the first chapter that matches its address. */
const CHAPTERS: readonly (Omit<Chapter, 'operations'> & { readonly holds: (operation: Operation) => boolean })[] = [
  {
    title: 'Notifications',
    doc: 'See what your server was sent, and have it sent again.',
    holds: ({ path }) => path.includes('/notification'),
  },
  {
    title: 'Transactions',
    doc: 'Move money, undo that, or authenticate the payer before. apiOperation in the body selects the one that is meant.',
    holds: ({ method, path }) => method === 'PUT' && path.startsWith('/order/'),
  },
  {
    title: 'Payer authentication by the older pair',
    doc: `Up to version ${OLDER_PAIR_UNTIL - 1}, for clients that know 3-D Secure 1: the payer is authenticated before there is an order.`,
    holds: ({ path }) => path.startsWith('/3DSecureId'),
  },
  {
    title: 'Orders and transactions as they stand',
    doc: 'Read what became of a payment.',
    holds: ({ path }) => path.startsWith('/order/'),
  },
  {
    title: 'Sessions and checkouts',
    doc: 'Keep request values between calls, and take the payer to the hosted page.',
    holds: ({ path }) => path.startsWith('/session'),
  },
  {
    title: 'Tokens',
    doc: 'Keep an instrument, and pay with it again.',
    holds: ({ path }) => path.startsWith('/token'),
  },
  { title: 'Your profile', doc: 'The operations that you may use.', holds: () => true },
];

export function chapters(): Chapter[] {
  const chapterOf = (name: DocumentedOperation) => CHAPTERS.find(({ holds }) => holds(OPERATIONS[name]));
  return CHAPTERS.map((chapter) => ({
    title: chapter.title,
    doc: chapter.doc,
    operations: DOCUMENTED_OPERATIONS.filter((name) => chapterOf(name) === chapter),
  }));
}

/**
 * Finds the operation that has this group as its whole answer: an order's transactions have the form of a retrieved
 * transaction.
 */
export function answerOf(group: unknown): DocumentedOperation | undefined {
  return DOCUMENTED_OPERATIONS.findLast((name) => OPERATIONS[name].answer === group);
}
