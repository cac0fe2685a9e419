import { describe, expect, it } from 'vitest';
import { FIELDS_SHOWN_MAX, QUESTION_CHARACTERS_MAX, search } from '../../../src/api/reference/search.ts';

const paths = (question: string) => search(question).fields.map(({ path }) => path);

describe('search', () => {
  it('finds a field by its whole path first', () => {
    expect(paths('order.currency')[0]).toBe('order.currency');
    // By name alone, others would rank before it.
    expect(paths('transaction')[0]).toBe('transaction');
  });

  it('finds fields by their last name before those that only mention it', () => {
    const found = paths('currency');
    expect(found.indexOf('transaction.currency')).toBeLessThan(found.indexOf('accountFunding.purpose'));
  });

  it('lists the requests and answers that have a field', () => {
    const [hit] = search('transaction.targetTransactionId').fields;
    expect(hit?.requests).toContain('VOID');
    expect(hit?.requests).not.toContain('PAY');
    expect(hit?.answers).toContain('RETRIEVE_TRANSACTION');
  });

  it('finds fields by one of their values, in any case', () => {
    expect(paths('overnight')).toContain('shipping.method');
  });

  it('matches every word, in any order and with any space between', () => {
    expect(paths('  number   giftCard ')[0]).toBe('sourceOfFunds.provided.giftCard.number');
  });

  it('finds operations, gateway codes, causes, validation types and statuses', () => {
    expect(search('void').operations).toContain('VOID');
    expect(search('paymentOptionsInquiry').operations).toEqual(['PAYMENT_OPTIONS_INQUIRY']);
    const names = (question: string) => search(question).errors.map(({ name }) => name);
    expect(names('insufficient_funds')).toEqual(['INSUFFICIENT_FUNDS']);
    expect(names('request_rejected')).toContain('REQUEST_REJECTED');
    expect(names('unsupported')).toContain('UNSUPPORTED');
    expect(names('Invalid credentials.')).toContain('401');
  });

  it.each(['', '   ', 'xyzzy', 'order xyzzy'])('finds nothing for %j', (question) => {
    expect(search(question)).toMatchObject({ operations: [], errors: [], fields: [], fieldsCount: 0 });
  });

  it('shows a limited number of fields and counts all of them', () => {
    const { fields, fieldsCount } = search('o');
    expect(fields).toHaveLength(FIELDS_SHOWN_MAX);
    expect(fieldsCount).toBeGreaterThan(FIELDS_SHOWN_MAX);
  });

  it('reads only as much of a search as the longest path has characters', () => {
    expect(paths(`order.currency${' '.repeat(QUESTION_CHARACTERS_MAX)}xyzzy`)[0]).toBe('order.currency');
  });
});
