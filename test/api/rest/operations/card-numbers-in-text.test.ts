/** A card number in every field that is not for it, in several spellings: no stored record or answer shows it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOf, newOrderId, paying, type Reply, type Rig, startRig } from '../rig.ts';

const NUMBER = '5500005555555559';
/** One code unit a digit in UTF-16, so that bytes are easy to search. */
const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit)));
const WRITINGS = [NUMBER, NUMBER.replace(/(.{4})(?=.)/g, '$1 '), NUMBER.replace(/(.{4})(?=.)/g, '$1-'), arabic(NUMBER)];

type Way = (text: string) => object;
const at =
  (path: string): Way =>
  (text) =>
    path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), text) as object;

const FIELDS = [
  'order.reference',
  'order.description',
  'order.customerNote',
  'order.custom.note',
  'order.requestorName',
  'transaction.reference',
  'transaction.merchantNote',
  'userId',
  'customer.email',
  'order.discount.description',
  'billing.address.street',
  'billing.address.company',
  'shipping.contact.firstName',
  'shipping.contact.lastName',
  'shipping.address.city',
  'order.statementDescriptor.name',
  'order.discount.code',
  'sourceOfFunds.provided.card.nameOnCard',
] as const;
const WAYS: readonly Way[] = [
  ...FIELDS.map(at),
  (text) => ({ order: { item: [{ name: text, quantity: 1, unitPrice: '12.00' }] } }),
  (text) => ({ [text]: 'x' }),
  (text) => ({ order: { [text]: { [text]: text } } }),
];

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

function merged(under: object, over: object): object {
  const joined: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const below = joined[name];
    const both = [below, value].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    joined[name] = both ? merged(below as object, value as object) : value;
  }
  return joined;
}

function shown(bytes: Buffer): string[] {
  return WRITINGS.filter((writing) => bytes.includes(writing));
}

describe('a card number in a field of free text', () => {
  const replies: Reply[] = [];
  const orders: string[] = [];
  const notes = `masked-notes`;

  beforeAll(async () => {
    for (const way of WAYS) {
      for (const writing of WRITINGS) {
        const text = way === WAYS[8] ? `${NUMBER}@shop.example` : writing;
        const order = newOrderId();
        const body = merged(paying('PAY', { transaction: { merchantNote: notes } }), way(text));
        replies.push(await rig.api('PUT', `/order/${order}/transaction/1`, body));
        replies.push(await rig.api('GET', `/order/${order}`));
        orders.push(order);
      }
    }
    const { session } = (await rig.api('POST', '/session')).json;
    replies.push(await rig.api('PUT', `/session/${session.id}`, { order: { description: `for ${NUMBER}` } }));
    replies.push(await rig.api('GET', `/session/${session.id}`));
  });

  it('is accepted', () => {
    expect(replies.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
    expect(replies).toHaveLength(2 * WAYS.length * WRITINGS.length + 2);
  });

  it('is in no answer, header or log line', () => {
    expect(shown(Buffer.from(replies.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')))).toEqual(
      [],
    );
    expect(replies.some(({ headers }) => String(headers['x-ignored-fields']).includes('550000xxxxxx5559'))).toBe(true);
    expect(shown(Buffer.from(rig.logged.join('')))).toEqual([]);
  });

  it('is nowhere in the database or its files', async () => {
    const bytes = Buffer.concat([await rig.dump(), filesOf(rig.folder)]);
    expect(bytes.includes('550000xxxxxx5559')).toBe(true);
    expect(bytes.includes(notes)).toBe(true);
    console.log(
      `${WAYS.length} ways by ${WRITINGS.length} writings, ${bytes.length} bytes: ${shown(bytes).length} found`,
    );
    expect(shown(bytes)).toEqual([]);
  });

  it('in a repeated request makes it the same request', async () => {
    const order = newOrderId();
    const body = paying('PAY', { transaction: { merchantNote: `from ${NUMBER}` } });
    const first = await rig.api('PUT', `/order/${order}/transaction/1`, body);
    const again = await rig.api('PUT', `/order/${order}/transaction/1`, body);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(first.json.transaction.merchantNote).toBe('from 550000xxxxxx5559');
  });
});

describe('an id', () => {
  it("that is the number of the request's own card is refused, and another number is accepted", async () => {
    const card = paying('PAY') as { sourceOfFunds: { provided: { card: { number: string } } } };
    const { number } = card.sourceOfFunds.provided.card;
    const refused = await rig.api('PUT', `/order/${number}/transaction/1`, card);
    expect([refused.status, refused.json.error.field]).toEqual([400, 'order.id']);
    expect(refused.text).not.toContain(number);
    expect((await rig.api('PUT', '/order/4000000000006/transaction/1', card)).status).toBe(201);
  });
});

describe('where the profile refuses', () => {
  beforeAll(() => rig.merchant({ id: 'STRICT', name: 'Strict', cardNumbersInText: 'REFUSE' }));

  it.each(WAYS.map((way, index) => [FIELDS[index] ?? `way ${index}`, way] as const))(
    '%s is refused or ignored, and is not repeated',
    async (_name, way) => {
      for (const writing of WRITINGS) {
        const body = merged(paying('PAY'), way(writing));
        const { status, text, headers } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body, {
          merchant: 'STRICT',
        });
        const isIgnored = status === 201 && String(headers['x-ignored-fields']).includes('550000xxxxxx5559');
        expect(status === 400 || isIgnored || writing !== NUMBER).toBe(true);
        expect(shown(Buffer.from(text + JSON.stringify(headers)))).toEqual([]);
      }
    },
  );

  it('the id of an order is refused too', async () => {
    const { status, json } = await rig.api('PUT', `/order/${NUMBER}/transaction/1`, paying('PAY'), {
      merchant: 'STRICT',
    });
    expect([status, json.error.field]).toEqual([400, 'order.id']);
  });
});
