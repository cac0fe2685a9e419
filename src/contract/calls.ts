/**
 * The table of operations by path and method. Routes, metrics, the reference and OpenAPI are generated from it.
 *
 * @example callAt('PUT', '/session/{sessionId}')?.operations // ['UPDATE_SESSION']
 */
import type { Access, HttpMethod, Operation } from './operation.ts';
import { type ContractOperation, OPERATIONS } from './operations.ts';

export interface ContractCall {
  readonly method: HttpMethod;
  /** The path below `MERCHANT_PATH`. */
  readonly path: string;
  readonly access: Access;
  /** The operations for which a session's id is sufficient authentication. */
  readonly bySession: readonly ContractOperation[];
  /** The operations of this path and method. If there are several, `apiOperation` in the body selects one. */
  readonly operations: readonly ContractOperation[];
  /** The operation that is called without an `apiOperation`. Absent: the body must name one. */
  readonly unnamed: ContractOperation | undefined;
  /** The metrics label before the body has been read: `unnamed`, or the last resource of the path. */
  readonly label: string;
}

export const VERSION_PATH = '/api/rest/version/{version}';
export const MERCHANT_PATH = `${VERSION_PATH}/merchant/{merchantId}`;

export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly ContractOperation[];

export const CONTRACT_CALLS: readonly ContractCall[] = groupedCalls();

function groupedCalls(): ContractCall[] {
  const found = new Map<string, { method: HttpMethod; path: string; operations: ContractOperation[] }>();
  for (const name of OPERATION_NAMES) {
    const { method, path, alsoByGet = false }: Operation = OPERATIONS[name];
    for (const by of alsoByGet ? (['GET', method] as const) : [method]) {
      const call = found.get(`${by} ${path}`) ?? { method: by, path, operations: [] };
      call.operations.push(name);
      found.set(`${by} ${path}`, call);
    }
  }
  return [...found.values()].map(withSelection);
}

function withSelection(call: Pick<ContractCall, 'method' | 'path' | 'operations'>): ContractCall {
  const bySession = call.operations.filter((name) => accessOf(name) === 'MERCHANT_OR_SESSION');
  const unnamed = call.operations.find((name) => selector(OPERATIONS[name]) === undefined);
  return {
    ...call,
    access: bySession.length === 0 ? 'MERCHANT' : 'MERCHANT_OR_SESSION',
    bySession,
    unnamed,
    label: unnamed ?? resourceOf(call.path).toUpperCase(),
  };
}

function accessOf(name: ContractOperation): Access {
  const { access = 'MERCHANT' }: Operation = OPERATIONS[name];
  return access;
}

/**
 * The value of `apiOperation` that selects this operation. Undefined if the operation is not selected by
 * `apiOperation`.
 */
export function selector({ request }: Pick<Operation, 'request'>): string | undefined {
  const member = request.members.apiOperation;
  const values = member?.kind === 'field' ? (member.type.keywords.enum ?? []) : [];
  return values.length === 1 ? values[0] : undefined;
}

/** @example resourceOf('/order/{orderId}/transaction/{transactionId}') // 'transaction' */
export function resourceOf(path: string): string {
  return path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? '';
}
