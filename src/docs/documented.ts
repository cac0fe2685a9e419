/** The operations that the reference and the OpenAPI document show, and their chapters. One list for both. */
import { type ContractOperation, OPERATIONS, type Operation } from '../contract/operations.ts';

/** Every operation of the contract. */
export type DocumentedOperation = ContractOperation;

export const DOCUMENTED: readonly DocumentedOperation[] = Object.keys(OPERATIONS) as ContractOperation[];

/** The name if the reference shows such an operation, else undefined. */
export function documentedName(name: string): DocumentedOperation | undefined {
  return DOCUMENTED.find((one) => one === name);
}

export interface Chapter {
  readonly title: string;
  readonly doc: string;
  readonly operations: readonly DocumentedOperation[];
}

/** Operations by subject: the first rule that matches an operation's address. */
const CHAPTERS: readonly (Omit<Chapter, 'operations'> & { readonly holds: (operation: Operation) => boolean })[] = [
  {
    title: 'Notifications',
    doc: 'See what your server was sent, and have it sent again.',
    holds: ({ path }) => path.includes('/notification'),
  },
  {
    title: 'Transactions',
    doc: 'Move money, or undo that. apiOperation in the body selects the one that is meant.',
    holds: ({ method, path }) => method === 'PUT' && path.startsWith('/order/'),
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
  { title: 'Your profile', doc: 'What you may do.', holds: () => true },
];

export function chapters(): Chapter[] {
  const chapterOf = (name: DocumentedOperation) => CHAPTERS.find(({ holds }) => holds(OPERATIONS[name]));
  return CHAPTERS.map((chapter) => ({
    title: chapter.title,
    doc: chapter.doc,
    operations: DOCUMENTED.filter((name) => chapterOf(name) === chapter),
  }));
}

/** The operation whose whole answer a group is: an order's transactions have the shape of a retrieved transaction. */
export function answerOf(group: unknown): DocumentedOperation | undefined {
  return DOCUMENTED.findLast((name) => OPERATIONS[name].answer === group);
}

/** The one value of `apiOperation` in this operation, if it selects the operation. */
export function fixedOperation({ request }: Operation): string | undefined {
  const member = request.members.apiOperation;
  const values = member?.kind === 'field' ? (member.type.keywords.enum ?? []) : [];
  return values.length === 1 ? values[0] : undefined;
}
