/** Sends a staged request to the real gateway and reads the values back. */
import { JsonNumber, type JsonValue, readJson } from '../../src/contract/json.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { readGroup } from '../../src/contract/read.ts';
import { Secret } from '../../src/contract/secret.ts';
import { newOrderId, type Reply, type Rig } from '../api/rest/rig.ts';
import { bodyOf } from '../contract/body.ts';
import { rowsOf } from '../support/database.ts';
import { at, type Body, bodyWith, put } from './interface/body.ts';
import type { InterfaceField } from './interface/field.ts';
import { CARD, type Staging } from './staging.ts';

/** The request's method and path, with the ids that the prelude made. */
interface Stage {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly beside: object;
}

/**
 * The request's body: the fields that the operation and its groups require, overlaid by the staging's own fields and
 * then by the field under test.
 */
export function requestOf(
  field: InterfaceField,
  { asked, operation, version, beside, value }: Staging,
  stage: Stage,
): Body {
  const body = joined(joined(bodyWith(field, value, asked, version), beside), stage.beside) as Body;
  if (operation === 'UPDATE_SESSION') {
    delete body.apiOperation;
  }
  if (value !== undefined) {
    put(body, field.path, value);
  }
  return body;
}

/** Merges two objects; members of the second win. */
function joined(under: unknown, over: unknown): unknown {
  if (!isGroup(under) || !isGroup(over)) {
    return over;
  }
  const all: Body = { ...under };
  for (const [name, value] of Object.entries(over)) {
    all[name] = name in all ? joined(all[name], value) : value;
  }
  return all;
}

function isGroup(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);
}

export class Exchange {
  readonly #rig: Rig;

  constructor(rig: Rig) {
    this.#rig = rig;
  }

  send({ method, path }: Stage, body: Body, { version, merchant }: Staging): Promise<Reply> {
    return this.#rig.api(method, path, body, { version, merchant });
  }

  /** Makes the records that the request needs. */
  async stage({ operation, prelude, merchant, version, value }: Staging): Promise<Stage> {
    const session = prelude === 'SESSION' ? await this.#session(merchant) : undefined;
    const named = session === undefined ? {} : { session };
    if (operation === 'CREATE_TOKEN') {
      return { method: 'POST', path: '/token', beside: named };
    }
    if (operation === 'UPDATE_SESSION') {
      return { method: 'PUT', path: `/session/${session?.id}`, beside: {} };
    }
    if (prelude === 'TOKEN') {
      await this.#made('PUT', `/token/${value}`, withCard(CARD), { merchant });
    }
    const order = `/order/${newOrderId()}`;
    const first = FIRST[prelude];
    // A void names the transaction by its id, which is the field.
    const firstId = operation === 'VOID' && typeof value === 'string' ? encodeURIComponent(value) : '1';
    if (first !== undefined) {
      await this.#made('PUT', `${order}/transaction/${firstId}`, first, { merchant, version });
    }
    const path = `${order}/transaction/${first === undefined ? 1 : 2}`;
    return { method: 'PUT', path, beside: named };
  }

  async #session(merchant: string): Promise<{ id: string; version: string }> {
    const { session } = (await this.#made('POST', '/session', {}, { merchant })).json;
    const updated = await this.#made('PUT', `/session/${session.id}`, withCard(CARD), { merchant });
    const { id, version } = updated.json.session;
    return { id, version };
  }

  async #made(
    method: string,
    path: string,
    body: object,
    options: { merchant: string; version?: number },
  ): Promise<Reply> {
    const reply = await this.#rig.api(method, path, body, options);
    if (reply.status >= 400) {
      throw new Error(`What had to be there first was refused: ${reply.text}`);
    }
    return reply;
  }

  /** The value that a retrieval shows afterwards. */
  async shown({ path }: Stage, reply: Reply, { operation, version, merchant }: Staging): Promise<JsonValue> {
    const address = operation === 'CREATE_TOKEN' ? `/token/${reply.json.token}` : path;
    const { text } = await this.#rig.api('GET', address, undefined, { version, merchant });
    return readJson(Buffer.from(text, 'utf8'));
  }

  /** Counts and sums of all records: each insert or update changes them. */
  recorded(): unknown {
    return ROWS.map((sum) => rowsOf(this.#rig.folder, `select ${sum}`));
  }
}

/** An update changes the row's fence, version or times. */
const ROWS = [
  'count(*), sum(fence), sum(updated_at) from payment_order',
  'count(*) from payment_transaction',
  'count(*), sum(updated_at), sum(follow_ups) from transaction_outcome',
  'count(*), sum(updated_at), sum(expires_at), sum(authentications) from session',
  'count(*), sum(coalesce(updated_at, 0)) from token',
];

const withCard = (card: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card } } });
const first = (apiOperation: string, month: string) => ({
  apiOperation,
  order: { amount: '12.50', currency: 'EUR' },
  ...withCard({ ...CARD, expiry: { month, year: '39' } }),
});
const FIRST: Partial<Readonly<Record<Staging['prelude'], object>>> = {
  AUTHORIZED: first('AUTHORIZE', '1'),
  PAID: first('PAY', '1'),
  // The sandbox refers a card with this expiry.
  REFERRED: first('AUTHORIZE', '3'),
};

/** The field's value as the gateway reads it. */
export function valueRead({ path }: InterfaceField, body: Body, { operation, version }: Staging): string | boolean {
  const { values } = readGroup(OPERATIONS[operation].request, bodyOf(body), { version, loopbackUrls: false });
  const value = at(values, path);
  return value instanceof Secret ? value.reveal() : (value as string | boolean);
}

/** A value of an answer; a number as its text. */
export function textOf(value: unknown): unknown {
  return value instanceof JsonNumber ? value.text : value;
}
