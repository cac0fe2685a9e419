/** A shop that continues during a key rotation, and counts failures: payments, refunds, tokens, sessions, repeats. */
import { vi } from 'vitest';
import { newOrderId, paying, type Rig } from '../../../api/rest/rig.ts';

/** For a busy machine. */
const MORE_MS_MAX = 30_000;

export interface Load {
  /** Resolves when so many more requests were answered. */
  more(count: number): Promise<void>;
  /** Resolves when all requests in flight are answered. */
  end(): Promise<{ readonly answers: number; readonly failed: readonly string[] }>;
}

const cardOf = (number: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number, expiry: { month: '1', year: '39' } } } },
});

/** A unique number with a valid check digit. */
export function cardNumber(index: number): string {
  const body = `512345${index.toString().padStart(9, '0')}`;
  for (let digit = 0; ; digit += 1) {
    if (luhn(body + digit)) {
      return body + digit;
    }
  }
}

function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, at) => {
    const digit = Number(character) * (at % 2 === 1 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return sum % 10 === 0;
}

export const storeToken = (rig: Rig, index: number, merchant: string) =>
  rig.api('POST', '/token', cardOf(cardNumber(index)), { merchant });

export interface Kept {
  /** The tokens of cards 0, 1, 2, … */
  readonly tokens: readonly string[];
  /** Each was paid by a card. */
  readonly orders: readonly string[];
}

/** Stores data that a key rotation must preserve: tokens, payments, sessions. */
export async function keep(rig: Rig, count: number, merchant: string): Promise<Kept> {
  const tokens: string[] = [];
  const orders: string[] = [];
  for (let index = 0; index < count; index += 1) {
    tokens.push((await storeToken(rig, index, merchant)).json.token);
    const order = newOrderId();
    orders.push(order);
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant });
    const { session } = (await rig.api('POST', '/session', undefined, { merchant })).json;
    await rig.api('PUT', `/session/${session.id}`, cardOf(cardNumber(index)), { merchant });
  }
  return { tokens, orders };
}

/** @param kept read, charged, refunded and repeated for as long as the load lasts */
export function startLoad(rig: Rig, kept: Kept, merchant: string): Load {
  const failed: string[] = [];
  let answers = 0;
  let isOver = false;
  const works = [
    async (index: number) => {
      const token = kept.tokens[index % kept.tokens.length]!;
      const again = await storeToken(rig, index % kept.tokens.length, merchant);
      return again.json.token === token ? undefined : `the card ${index} got another token: ${again.text}`;
    },
    async (index: number) => {
      const token = kept.tokens[index % kept.tokens.length]!;
      const order = newOrderId();
      const paid = await rig.api(
        'PUT',
        `/order/${order}/transaction/1`,
        { apiOperation: 'PAY', order: { amount: '12.00', currency: 'EUR' }, sourceOfFunds: { token } },
        { merchant },
      );
      return paid.json.result === 'SUCCESS' ? undefined : `a token did not pay: ${paid.text}`;
    },
    async (index: number) => {
      const order = kept.orders[index % kept.orders.length]!;
      const refund = { apiOperation: 'REFUND', transaction: { amount: '0.01', currency: 'EUR' } };
      const { json, text } = await rig.api('PUT', `/order/${order}/transaction/r${index}`, refund, { merchant });
      const isTaken = json.result === 'SUCCESS' || json.response?.gatewayCode === 'LOCK_FAILURE';
      return isTaken ? undefined : `a refund failed: ${text}`;
    },
    async (index: number) => {
      const order = kept.orders[index % kept.orders.length]!;
      const again = await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant });
      return again.json.result === 'SUCCESS' ? undefined : `a repeat was not known: ${again.text}`;
    },
    async (index: number) => {
      const created = await rig.api('POST', '/session', undefined, { merchant });
      const { id } = created.json.session;
      await rig.api('PUT', `/session/${id}`, cardOf(cardNumber(index)), { merchant });
      const read = await rig.api('GET', `/session/${id}`, undefined, { merchant });
      return read.json.sourceOfFunds?.provided?.card?.number ? undefined : `a session lost its card: ${read.text}`;
    },
  ];
  const running = Promise.all(
    works.map(async (work) => {
      for (let index = 0; !isOver; index += 1) {
        const problem = await work(index).catch((error: unknown) => `no answer: ${error}`);
        answers += 1;
        if (problem !== undefined) {
          failed.push(problem);
        }
      }
    }),
  );
  return {
    async more(count) {
      const wanted = answers + count;
      await vi.waitUntil(() => answers >= wanted, { timeout: MORE_MS_MAX });
    },
    async end() {
      isOver = true;
      await running;
      return { answers, failed };
    },
  };
}
