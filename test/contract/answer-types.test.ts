import { expect, it } from 'vitest';
import type { AnswerOf, AnswerValues } from '../../src/contract/answer-types.ts';
import type { answeredOrder } from '../../src/contract/fields/order-fields.ts';
import type { response } from '../../src/contract/fields/response-fields.ts';
import type { answeredSource } from '../../src/contract/fields/source-of-funds-fields.ts';
import { tokenAnswer } from '../../src/contract/fields/token-fields.ts';
import type { answeredTransaction } from '../../src/contract/fields/transaction-fields.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { exactNumber, writeFields, writeGroup } from '../../src/contract/write.ts';

type Response = AnswerOf<typeof response>;
type Source = AnswerValues<typeof answeredSource>;

const amount = exactNumber('12.50');
const order: AnswerOf<typeof answeredOrder> = {
  amount,
  creationTime: '2026-01-01T00:00:00.000Z',
  currency: 'EUR',
  id: 'ORDER-1',
  lastUpdatedTime: '2026-01-01T00:00:00.000Z',
  status: 'CAPTURED',
  totalAuthorizedAmount: amount,
  totalCapturedAmount: amount,
  totalRefundedAmount: exactNumber('0'),
};
const token: AnswerValues<typeof tokenAnswer> = {
  repositoryId: 'SHOP',
  response: { gatewayCode: 'APPROVED' },
  result: 'SUCCESS',
  sourceOfFunds: { type: 'CARD' },
};

it('an answer compiles with the members of its contract alone', () => {
  const misuses = () => [
    // @ts-expect-error a misspelt member in a list
    { ...order, item: [{ name: 'Lamp', quantity: amount, unitPrise: amount }] } satisfies typeof order,
    // @ts-expect-error a misspelt member of a group
    { gatewayCode: 'APPROVED', acquirerMesage: 'Approved' } satisfies Response,
    // @ts-expect-error the code that is always provided
    { acquirerCode: '00' } satisfies Response,
    // @ts-expect-error a gateway code that the interface does not have
    { gatewayCode: 'DENIED' } satisfies Response,
    // @ts-expect-error an amount that is a text
    { ...order, totalRefundedAmount: '0' } satisfies typeof order,
    // @ts-expect-error a status that an order does not have
    { ...order, status: 'PAID' } satisfies typeof order,
    // @ts-expect-error a card without its brand
    { type: 'CARD', provided: { card: { fundingMethod: 'DEBIT', scheme: 'VISA' } } } satisfies Source,
    // @ts-expect-error a security code
    { type: 'CARD', provided: { giftCard: { brand: 'VISA', scheme: 'VISA', pin: '1234' } } } satisfies Source,
    // @ts-expect-error a transaction without its id and type
    { amount, currency: 'EUR', acquirer: { id: 'ISO8583' } } satisfies AnswerOf<typeof answeredTransaction>,
    // @ts-expect-error a token without its result
    writeGroup(tokenAnswer, { ...token, result: undefined }, 100),
    // @ts-expect-error an additional member
    writeGroup(tokenAnswer, { ...token, stauts: 'VALID' }, 100),
    // @ts-expect-error the retrieval of a token without the token
    writeGroup(OPERATIONS.RETRIEVE_TOKEN.answer, { ...token, status: 'VALID' }, 100),
    // @ts-expect-error a member of a request that its group does not have
    writeFields(OPERATIONS.UPDATE_TOKEN.request, { sesion: { id: 'SESSION' } }, 100),
  ];
  expect(misuses).toBeTypeOf('function');
});

it('the answer types give the written members their types', () => {
  const written = writeGroup(tokenAnswer, token, 100);
  const result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN' = written.result;
  // @ts-expect-error a refused instrument has no token
  const id: string = written.token;
  expect([result, id]).toEqual(['SUCCESS', undefined]);
});
