/**
 * The operations that the reference and the OpenAPI document show: those of the contract that the gateway answers. One rule for
 * both, so that nothing is described that a merchant cannot call.
 */
import { type ContractOperation, OPERATIONS, type Operation } from '../contract/operations.ts';

/** The contract has them; the gateway refuses them. A test calls each, and fails once one is answered. */
export const UNANSWERED = [
  'INITIATE_BROWSER_PAYMENT',
  'CONFIRM_BROWSER_PAYMENT',
] as const satisfies readonly ContractOperation[];

export type DocumentedOperation = Exclude<ContractOperation, (typeof UNANSWERED)[number]>;

export const DOCUMENTED: readonly DocumentedOperation[] = (Object.keys(OPERATIONS) as ContractOperation[]).filter(
  isAnswered,
);

function isAnswered(name: ContractOperation): name is DocumentedOperation {
  return !(UNANSWERED as readonly ContractOperation[]).includes(name);
}

/** The name as the contract has it, or undefined where the reference shows no such operation. */
export function documentedName(name: string): DocumentedOperation | undefined {
  return DOCUMENTED.find((one) => one === name);
}

export interface Chapter {
  readonly title: string;
  readonly doc: string;
  readonly operations: readonly DocumentedOperation[];
}

/** Operations by what they are about: the first rule that fits an operation's address. */
const CHAPTERS: readonly (Omit<Chapter, 'operations'> & { readonly holds: (operation: Operation) => boolean })[] = [
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

/** The operation whose whole answer a group is: an order's transactions are shaped as a transaction's own retrieval. */
export function answerOf(group: unknown): DocumentedOperation | undefined {
  return DOCUMENTED.findLast((name) => OPERATIONS[name].answer === group);
}

/** The one value that `apiOperation` has in this operation, where it selects it. */
export function fixedOperation({ request }: Operation): string | undefined {
  const member = request.members.apiOperation;
  const values = member?.kind === 'field' ? (member.type.keywords.enum ?? []) : [];
  return values.length === 1 ? values[0] : undefined;
}
