/**
 * Every field that a session takes, which is every field that any operation of the contract takes, with values at its limits and
 * past them. The table is written from the interface's own tables and not from the contract, so that one holds the other.
 */
import { describe, expect, it } from 'vitest';
import type { Group } from '../../src/contract/field.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { valueAt } from '../../src/contract/values.ts';
import { readBody } from './body.ts';

interface Limits {
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

const emoji = (count: number) => '😀'.repeat(count);
const text = (min: number, max: number): Limits => ({
  yes: ['x'.repeat(Math.max(min, 1)), 'x'.repeat(max), emoji(max)],
  no: ['x'.repeat(max + 1), emoji(max + 1), ...(min > 0 ? ['x'.repeat(min - 1)] : []), 5, true, { a: 1 }],
});
const ascii = (min: number, max: number): Limits => ({
  yes: ['~'.repeat(Math.max(min, 1)), '~'.repeat(max)],
  no: ['~'.repeat(max + 1), 'é'.repeat(max), ...(min > 0 ? ['~'.repeat(min - 1)] : [])],
});
const digits = (min: number, max: number): Limits => ({
  yes: ['1'.repeat(min), '1'.repeat(max), Number('1'.repeat(min))],
  no: ['1'.repeat(min - 1), '1'.repeat(max + 1), `${'1'.repeat(min - 1)}x`],
});
const between = (from: number, to: number): Limits => ({
  yes: [`${from}`, `${to}`, from, to],
  no: [`${to + 1}`, '-1', '1.5', 'x', '', ...(from > 0 ? [`${from - 1}`] : [])],
});
const count: Limits = { yes: ['1', '9999999999999999', 1], no: ['0', '10000000000000000', '1.5', '-1', 'x'] };
const amount: Limits = {
  yes: ['0', '1000000000000', '99999999999.99', 12.5, '.5'],
  no: ['1000000000001', '123456789012.34', '-1', '1e3', '', 'x'],
};
const signed: Limits = {
  yes: ['-1000000000000', '1000000000000', -12.5, '0'],
  no: ['-1000000000001', '1000000000001', '1e3', '-', 'x'],
};
const rate = (yes: readonly unknown[], no: readonly unknown[]): Limits => ({ yes, no: [...no, '-1', 'x'] });
const letters: Limits = { yes: ['EUR', 'AAA'], no: ['EU', 'EURO', 'eur', 'E1R', ''] };
const postcode: Limits = { yes: ['1', '12345-6789', 'SW1A 1AA'], no: ['', '12345678901', 'a/b', 'ä'] };
const alphanumeric = (max: number): Limits => ({
  yes: ['a', 'Z9'.repeat(max / 2)],
  no: ['', 'a'.repeat(max + 1), 'a-b', 'ä'],
});
const oneOf = (...values: string[]): Limits => ({ yes: values, no: [values[0]!.toLowerCase(), `${values[0]}X`, ''] });
const url: Limits = {
  yes: ['https://a.bc', 'https://shop.example/x?y=1'],
  no: ['http://shop.example/', 'https://a.b', 'https://u@shop.example/', 'x', ''],
};
const email: Limits = { yes: ['a@bc', 'ann@shop.example'], no: ['a@b', 'ann', 'a@b@c', ''] };
const shown = oneOf('HIDE', 'MANDATORY', 'OPTIONAL', 'READ_ONLY', 'SHOW', 'SHOW_PARTIAL');

const address = (at: string): Record<string, Limits> => ({
  [`${at}.city`]: text(1, 100),
  [`${at}.company`]: text(1, 100),
  [`${at}.country`]: letters,
  [`${at}.postcodeZip`]: postcode,
  [`${at}.stateProvince`]: text(1, 20),
  [`${at}.street`]: text(1, 100),
  [`${at}.street2`]: text(1, 100),
});

const FIELDS: Record<string, Limits> = {
  apiOperation: text(1, 50),
  correlationId: text(1, 100),
  partnerSolutionId: text(1, 40),
  userId: text(1, 256),
  ...address('billing.address'),
  'billing.phone': text(1, 20),
  checkoutMode: oneOf('WEBSITE', 'PAYMENT_LINK'),
  'customer.ani': text(1, 10),
  'customer.aniCallType': text(1, 2),
  'customer.browser': text(1, 255),
  'customer.email': email,
  'customer.hostname': text(1, 60),
  'customer.ipAddress': {
    yes: ['1.2.3.4', '255.255.255.255', '0.0.0.0', '01.1.1.99'],
    no: ['256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4.', '::1', '1.2.3.x'],
  },
  'interaction.cancelUrl': url,
  'interaction.displayControl.billingAddress': shown,
  'interaction.displayControl.customerEmail': shown,
  'interaction.displayControl.orderSummary': shown,
  'interaction.displayControl.paymentConfirmation': shown,
  'interaction.displayControl.shipping': shown,
  'interaction.locale': { yes: ['en', 'pt_BR', 'zh-Hans-CN'], no: ['e', 'english', '-en', 'en_', 'en US'] },
  'interaction.merchant.address.line1': text(1, 100),
  'interaction.merchant.address.line2': text(1, 100),
  'interaction.merchant.address.line3': text(1, 100),
  'interaction.merchant.address.line4': text(1, 100),
  'interaction.merchant.email': email,
  'interaction.merchant.logo': url,
  'interaction.merchant.name': text(1, 100),
  'interaction.merchant.phone': text(1, 20),
  'interaction.merchant.url': url,
  'interaction.operation': oneOf('AUTHORIZE', 'NONE', 'PURCHASE', 'VERIFY'),
  'interaction.redirectMerchantUrl': url,
  'interaction.retryAttemptCount': between(1, 10),
  'interaction.returnUrl': url,
  'interaction.timeout': between(60, 86_400),
  'interaction.timeoutUrl': url,
  'order.amount': amount,
  'order.currency': letters,
  'order.customerNote': text(1, 250),
  'order.customerOrderDate': { yes: ['2024-02-29'], no: ['2023-02-29', '2024-2-1', 'x'] },
  'order.customerReference': ascii(0, 25),
  'order.description': text(1, 127),
  'order.discount.amount': amount,
  'order.discount.code': text(1, 40),
  'order.discount.description': text(1, 127),
  'order.id': text(1, 40),
  'order.item.brand': text(1, 127),
  'order.item.category': text(1, 127),
  'order.item.description': text(1, 127),
  'order.item.detail.unitTaxRate': rate(['0', '999999', '0.12345', 19.5], ['1000000', '0.123456']),
  'order.item.detail.unitTaxType': text(1, 10),
  'order.item.detail.unspsc': count,
  'order.item.detail.upc': count,
  'order.item.industryCategory': oneOf(
    'HEALTHCARE_DENTAL',
    'HEALTHCARE_OTHER',
    'HEALTHCARE_PRESCRIPTION',
    'HEALTHCARE_VISION',
  ),
  'order.item.name': text(1, 127),
  'order.item.quantity': count,
  'order.item.sku': text(1, 127),
  'order.item.unitDiscountAmount': signed,
  'order.item.unitOfMeasure': text(1, 10),
  'order.item.unitPrice': signed,
  'order.item.unitTaxAmount': signed,
  'order.itemAmount': amount,
  'order.localTaxRegistrationId': text(1, 25),
  'order.notificationUrl': url,
  'order.owningEntity': text(1, 40),
  'order.productSKU': text(1, 15),
  'order.recurringPaymentAgreement': alphanumeric(30),
  'order.reference': text(1, 40),
  'order.requestorName': text(1, 100),
  'order.shippingAndHandlingAmount': amount,
  ...address('order.statementDescriptor.address'),
  'order.statementDescriptor.name': text(1, 100),
  'order.statementDescriptor.phone': text(1, 20),
  'order.tax.amount': amount,
  'order.tax.rate': rate(['0', '123456', '12.345', 7.5], ['1234567', '12.34567']),
  'order.tax.type': text(1, 50),
  'order.taxAmount': amount,
  'order.taxRegistrationId': text(1, 30),
  'order.taxStatus': text(5, 20),
  'order.walletIndicator': text(3, 3),
  'paymentLink.expiryDateTime': {
    yes: ['2030-01-01T00:00:00.000Z'],
    no: ['2030-01-01T00:00:00Z', '2030-02-30T00:00:00.000Z', 'x'],
  },
  'paymentLink.numberOfAllowedAttempts': between(1, 25),
  'session.id': ascii(31, 35),
  'session.version': ascii(10, 10),
  ...address('shipping.address'),
  'shipping.contact.email': email,
  'shipping.contact.firstName': text(1, 50),
  'shipping.contact.lastName': text(1, 50),
  'shipping.contact.mobilePhone': text(1, 20),
  'shipping.contact.phone': text(1, 20),
  'shipping.firstName': text(1, 50),
  'shipping.lastName': text(1, 50),
  'shipping.method': oneOf('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
  'shipping.phone': text(1, 20),
  'sourceOfFunds.provided.card.accountType': oneOf('CHECKING', 'SAVINGS'),
  'sourceOfFunds.provided.card.expiry.month': between(1, 12),
  'sourceOfFunds.provided.card.expiry.year': { yes: ['39', '00', 39], no: ['2039', '9', 'xx', ''] },
  'sourceOfFunds.provided.card.nameOnCard': text(1, 256),
  'sourceOfFunds.provided.card.number': digits(9, 19),
  'sourceOfFunds.provided.card.securityCode': digits(3, 4),
  'sourceOfFunds.provided.card.sequenceNumber': between(0, 999),
  'sourceOfFunds.provided.giftCard.expectedLocalBrand': text(4, 50),
  'sourceOfFunds.provided.giftCard.number': digits(9, 19),
  'sourceOfFunds.provided.giftCard.pin': digits(4, 8),
  'sourceOfFunds.token': alphanumeric(40),
  'sourceOfFunds.type': oneOf('CARD', 'GIFT_CARD'),
  'transaction.cashAdvance': { yes: [true, false], no: ['true', 1, ''] },
  'transaction.frequency': oneOf('INSTALLMENT', 'RECURRING', 'SINGLE'),
  'transaction.merchantNote': text(1, 250),
  'transaction.reference': text(1, 40),
  'transaction.source': oneOf(
    'CALL_CENTRE',
    'CARD_PRESENT',
    'INTERNET',
    'MAIL_ORDER',
    'MOTO',
    'TELEPHONE_ORDER',
    'VOICE_RESPONSE',
  ),
};

/** What a field needs beside it so that only the field itself can fail. */
const BESIDE: readonly [RegExp, object][] = [
  [/^order\.item\./, { name: 'Tea', quantity: '1', unitPrice: '1' }],
  [/\.expiry\./, { month: '1', year: '39' }],
];
const LISTS = new Set(['order.item', 'order.tax']);

function bodyWith(path: string, value: unknown): Record<string, unknown> {
  const names = path.split('.');
  return names.reduceRight<unknown>((inner, name, index) => {
    const group = { ...(besideOf(path, names, index) ?? {}), [name]: inner };
    return LISTS.has(names.slice(0, index).join('.')) ? [group] : group;
  }, value) as Record<string, unknown>;
}

function besideOf(path: string, names: readonly string[], index: number): object | undefined {
  const at = `${names.slice(0, index).join('.')}.`;
  return BESIDE.find(
    ([pattern]) => pattern.test(path) && pattern.test(at) && (at.endsWith('item.') || at.endsWith('expiry.')),
  )?.[1];
}

/** Flat shipping names live below 34 only. */
const versionOf = (path: string) => (/^shipping\.(firstName|lastName|phone)$/.test(path) ? 33 : 100);

function pathsOf(group: Group, at = ''): string[] {
  return Object.entries(group.members).flatMap(([name, node]) => {
    if (node.kind === 'field') return [at + name];
    if (node.kind === 'group') return pathsOf(node, `${at}${name}.`);
    return node.kind === 'list' ? pathsOf(node.element, `${at}${name}.`) : [];
  });
}

const told = (path: string) => path.replace(/^order\.(item|tax)\./, 'order.$1[0].');

it('the table has every field of the contract', () => {
  expect(pathsOf(OPERATIONS.UPDATE_SESSION).sort()).toEqual(Object.keys(FIELDS).sort());
  const everywhere = Object.values(OPERATIONS).flatMap((group) => pathsOf(group));
  expect(everywhere.filter((path) => !(path in FIELDS) && path !== 'session.authenticationLimit')).toEqual([]);
});

describe.each(Object.entries(FIELDS))('%s', (path, { yes, no }) => {
  const options = { version: versionOf(path) };

  it('takes what is within its limits', () => {
    for (const value of yes) {
      const { values, problems, ignored } = readBody(OPERATIONS.UPDATE_SESSION, bodyWith(path, value), options);
      expect({ value, problems, ignored }).toEqual({ value, problems: [], ignored: [] });
      const inList = /^order\.(item|tax)\.(.*)/.exec(path);
      const read = inList
        ? valueAt((valueAt(values, `order.${inList[1]}`) as [never])[0], inList[2]!)
        : valueAt(values, path);
      expect(read).toBeDefined();
    }
  });

  it('refuses what is beyond them, and names the field', () => {
    for (const value of no) {
      const { problems } = readBody(OPERATIONS.UPDATE_SESSION, bodyWith(path, value), options);
      expect({ value, told: problems.map(({ field, validationType }) => [field, validationType]) }).toEqual({
        value,
        told: [[told(path), 'INVALID']],
      });
    }
  });
});

describe('session.authenticationLimit', () => {
  const told = (limit: unknown) =>
    readBody(OPERATIONS.CREATE_SESSION, { session: { authenticationLimit: limit } }).problems.length;

  it.each([1, 25, '25'])('takes %j', (limit) => expect(told(limit)).toBe(0));
  it.each([0, 26, -1, 1.5, 'x'])('refuses %j', (limit) => expect(told(limit)).toBe(1));
});
