/** Finds the rows that ids in payers' addresses name, with the state of their merchant's move. */
import { idHash } from '../../../platform/id-seal.ts';
import type { Engine } from '../engine/engine.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import { type MoveStep, WAITING } from '../schema/moving.ts';

/** The move of the row's merchant. Both are null if there is none. */
const MOVE = ['mm.merchant_id', 'mm.step'] as const;

const bySession = statement((db, p: Placeholder<{ hash: string }>) =>
  db
    .selectFrom('session as s')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 's.merchant_key')
    .select(MOVE)
    .where('s.id', '=', p('hash')),
);

const byAlias = statement((db, p: Placeholder<{ hash: string }>) =>
  db
    .selectFrom('session_alias as a')
    .innerJoin('session as s', 's.key', 'a.session_key')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 's.merchant_key')
    .select(MOVE)
    .where('a.id_hash', '=', p('hash')),
);

const byLink = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('payment_link as l')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'l.merchant_key')
    .select(MOVE)
    .where('l.id', '=', p('id')),
);

const byBrowserPayment = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('browser_payment as b')
    .innerJoin('payment_transaction as t', 't.key', 'b.transaction_key')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'o.merchant_key')
    .select(MOVE)
    .where(({ or, eb }) => or([eb('b.handle', '=', p('id')), eb('b.reference', '=', p('id'))])),
);

const byTransactionKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payment_transaction as t')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'o.merchant_key')
    .select(MOVE)
    .where('t.key', '=', p('key')),
);

const byAuthenticationKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payer_authentication as a')
    .innerJoin('payment_order as o', 'o.key', 'a.order_key')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'o.merchant_key')
    .select(MOVE)
    .where('a.key', '=', p('key')),
);

const byServerId = statement((db, p: Placeholder<{ id: string }>) =>
  db
    .selectFrom('payer_authentication as a')
    .innerJoin('payment_order as o', 'o.key', 'a.order_key')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'o.merchant_key')
    .select(MOVE)
    .where('a.server_id', '=', p('id')),
);

const byCustomerKey = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('saved_customer as c')
    .leftJoin('merchant_move as mm', 'mm.merchant_key', 'c.merchant_key')
    .select(MOVE)
    .where('c.key', '=', p('key')),
);

/** Ids that begin with row keys in base36, and end with a signature. */
const KEYED = /^([0-9a-z]{1,11})-(?:([0-9a-z]{1,11})-)?/;
const SIGNED = /-[0-9A-Za-z_-]{22}$/;

/** The state of an id in a store: its merchant pays there, or does so soon, there or in another store. */
export type PayerId = 'HERE' | { readonly waitsFor: string };

/**
 * @param id in a payer's address, or the transaction id of a 3DS Server; its signature is not verified
 * @returns undefined if the store does not have the id, or its merchant has gone
 */
export async function findPayerId(engine: Engine, id: string): Promise<PayerId | undefined> {
  // The transaction id of a 3DS Server, and references of some providers, are UUIDs and look signed.
  const named = await rowsOf(namedRows(engine, id));
  const found = named.length === 0 && SIGNED.test(id) ? await rowsOf(keyedRows(engine, id)) : named;
  const moves = found.filter(({ step }) => step !== 'GONE');
  if (moves.some(({ step }) => step === null || !WAITING.has(step))) {
    return 'HERE';
  }
  const [waiting] = moves;
  return waiting && { waitsFor: String(waiting.merchant_id) };
}

async function rowsOf(reads: readonly Promise<MoveOfRow[]>[]): Promise<MoveOfRow[]> {
  return (await Promise.all(reads)).flat();
}

interface MoveOfRow {
  readonly merchant_id: string | null;
  readonly step: MoveStep | null;
}

function namedRows(engine: Engine, id: string): Promise<MoveOfRow[]>[] {
  const hash = idHash(id);
  return [
    engine.read(bySession, { hash }),
    engine.read(byAlias, { hash }),
    engine.read(byLink, { id }),
    engine.read(byBrowserPayment, { id }),
    engine.read(byServerId, { id }),
  ];
}

function keyedRows(engine: Engine, id: string): Promise<MoveOfRow[]>[] {
  // The first letter may be a mark, or a digit of the key.
  const texts = [id, id.slice(1)].flatMap((text) => [...(KEYED.exec(text) ?? [])].slice(1));
  const keys = new Set(texts.filter((text) => text !== undefined).map((text) => Number.parseInt(text, 36)));
  return [...keys]
    .filter(Number.isSafeInteger)
    .flatMap((key) => [
      engine.read(byTransactionKey, { key }),
      engine.read(byAuthenticationKey, { key }),
      engine.read(byCustomerKey, { key }),
    ]);
}
