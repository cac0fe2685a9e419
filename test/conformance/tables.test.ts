/**
 * Compares the fixture with the interface's document, if that lies beside the checkout: the document's tables and the
 * rows here have the same fields, with the same types, bounds, values and presence.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { AIRLINE_DOCUMENT_TYPES, GATEWAY_CODES, INTERACTION_STATES, ORDER_STATES } from './interface/enumerations.ts';
import type { FieldFact, InterfaceField, Operation } from './interface/field.ts';
import { NOTES, PROSE, TABLES } from './interface/index.ts';
import {
  CUSTOM_FIELDS_MAX,
  CUSTOM_NAME_CHARACTERS_MAX,
  PAN_ENTRY_MODES,
  PIN_ENTRY_MODES,
  TRADING_NAME_CHARACTERS_MAX,
} from './interface/limits.ts';
import { ENDPOINTS, LISTED_VERSIONS } from './interface/operations.ts';
import { boundsOf, documentedBounds, documentedExtra, documentedTypes, documentedValues, TYPES } from './problems.ts';
import { type DocumentRow, fieldRowsOf, listPaths, tablesOf } from './tables.ts';

const CHECKOUT = new URL('../../', import.meta.url);
const DOCUMENT = fileURLToPath(new URL('../shared/interface.md', CHECKOUT));
const markdown = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
const tables = tablesOf(markdown);
const allRows = fieldRowsOf(tables).map((row) => ({ ...row, path: written(row.path) }));

beforeEach(({ skip }) => skip(markdown === '', 'The interface’s document does not lie beside this checkout.'));

type TableName = keyof typeof TABLES;
const NAMES = Object.keys(TABLES) as TableName[];

/** A table is identified by its first field. */
const FIRST_FIELD: Readonly<Record<TableName, string>> = {
  urlParameters: '{merchantId}',
  common: 'apiOperation',
  sourceOfFunds: 'sourceOfFunds.type',
  token: 'correlationId',
  order: 'order.id',
  item: 'order.item[n].name',
  customer: 'customer.email',
  transaction: 'transaction.targetTransactionId',
  threeDSecure: '3DSecure.enrollmentStatus',
  airline: 'airline.bookingReference',
  accountFunding: 'accountFunding.purpose',
  response: 'result',
  authorizationResponse: 'authorizationResponse.cardLevelIndicator',
};

/** The document's placeholder for a name that the merchant chooses. */
function written(path: string): string {
  return path === 'order.custom' ? 'order.custom.X' : path;
}

function rowsIn(name: TableName): DocumentRow[] {
  const table = tables.find((one) => allRows.find((row) => row.table === one)?.path === FIRST_FIELD[name]);
  return allRows.filter((row) => row.table === table);
}

/** The document's definition of each field, paired with the fixture's. */
function pairs(name: TableName): { documented: DocumentRow; row: InterfaceField }[] {
  const document = rowsIn(name);
  return TABLES[name].flatMap((row: InterfaceField) => {
    const documented = document.find(({ path }) => path === row.path);
    return documented === undefined ? [] : [{ documented, row }];
  });
}

const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();

/** Rows with bounds from a sentence of the document, with that sentence. */
const BOUNDS_READ: Readonly<Record<string, string>> = {
  'response sourceOfFunds.provided.card.sequenceNumber': 'three digits in one version, nothing told of the others',
  'response shipping.address.street2': 'emptied in answers',
};
const isRead = ({ side, path }: InterfaceField) => `${side} ${path}` in BOUNDS_READ;

describe.each(NAMES)('the table %s', (name) => {
  it('has the same fields in the document and in the fixture', () => {
    expect(sorted(TABLES[name].map(({ path }) => path))).toEqual(sorted(rowsIn(name).map(({ path }) => path)));
  });

  it('states of each field the type that the fixture has', () => {
    for (const { documented, row } of pairs(name)) {
      const { path, type } = row;
      expect(documentedTypes(documented), `${path}: ${documented.type}`).toContain(TYPES[type.kind]);
      if (type.kind === 'Alphanumeric') {
        expect({ path, extra: type.extra }).toEqual({ path, extra: documentedExtra(documented) });
      }
    }
  });

  it('states of each field the bounds that the fixture has', () => {
    for (const { documented, row } of pairs(name).filter((pair) => !isRead(pair.row))) {
      const bounds = documentedBounds(documented);
      if (bounds.length > 0) {
        expect(
          bounds.filter((one) => boundsOf(row.type).includes(one)),
          row.path,
        ).not.toEqual([]);
      }
    }
  });

  it('states no bounds that no row of the field has', () => {
    for (const documented of rowsIn(name)) {
      const rows = TABLES[name].filter(({ path }) => path === documented.path);
      const [first] = rows.some(isRead) && rows.length === 1 ? [] : documentedBounds(documented);
      if (first !== undefined) {
        expect(
          rows.flatMap(({ type }) => boundsOf(type)),
          documented.path,
        ).toContain(first);
      }
    }
  });

  it('states of each enumeration the values that the fixture has', () => {
    for (const { documented, row } of pairs(name)) {
      if (row.type.kind !== 'Enumeration' || row.path in VALUES_ELSEWHERE) {
        continue;
      }
      const values = documentedValues(documented);
      expect(sorted(row.type.values.filter((value) => !values.includes(value))), row.path).toEqual([]);
    }
  });

  it('states no value that no row of the field has', () => {
    for (const documented of rowsIn(name).filter((row) => row.type === 'Enumeration')) {
      const rows = TABLES[name].filter(({ path }) => path === documented.path);
      const known = rows.flatMap(({ type }) => (type.kind === 'Enumeration' ? type.values : []));
      const others = documentedValues(documented).filter(
        (value) => !known.includes(value) && !(CAPITALS_IN_NOTES[documented.path] ?? []).includes(value),
      );
      expect(others, documented.path).toEqual([]);
    }
  });

  it('states the presence that a row of the field has', () => {
    for (const documented of rowsIn(name)) {
      const rows = TABLES[name].filter(({ path }) => path === documented.path);
      for (const [label, holds] of Object.entries(PRESENCE)) {
        if (new RegExp(`\\b${label}\\b`).test(documented.notes)) {
          expect(rows.some(holds), `${documented.path}: ${label}`).toBe(true);
        }
      }
    }
  });
});

/** Values that are elsewhere in the document or missing from it, or that a provider of this gateway replaces. */
const VALUES_ELSEWHERE: Readonly<Record<string, string>> = {
  'sourceOfFunds.type': 'a provider’s own name for a browser payment',
  'order.status': 'a table of states',
  'response.gatewayCode': 'a table of codes',
  'airline.documentType': 'a sentence below the table',
  'agreement.type': 'not shown',
};
/** Words written like values that are not values. */
const CAPITALS_IN_NOTES: Readonly<Record<string, readonly string[]>> = {
  'sourceOfFunds.provided.ach.accountType': ['ACH'],
  'sourceOfFunds.provided.ach.secCode': ['B2C'],
  'posTerminal.onlineReasonCode': ['UK'],
  verificationStrategy: ['BIN'],
};

const PRESENCE: Readonly<Record<string, (row: InterfaceField) => boolean>> = {
  REQUIRED: ({ side, presence, requiredIn }) =>
    side !== 'response' && (presence === 'REQUIRED' || requiredIn !== undefined),
  'ALWAYS PROVIDED': ({ side, presence, requiredIn }) =>
    side === 'response' && (presence === 'ALWAYS PROVIDED' || requiredIn !== undefined),
  OPTIONAL: ({ side, presence }) => side !== 'response' && presence === 'OPTIONAL',
  CONDITIONAL: ({ presence }) => presence === 'CONDITIONAL',
};

it('most rows have bounds or values, so that the comparison is meaningful', () => {
  expect(allRows.filter((row) => documentedBounds(row).length > 0).length).toBeGreaterThan(200);
  expect(
    allRows.filter((row) => row.type === 'Enumeration' && documentedValues(row).length > 0).length,
  ).toBeGreaterThan(30);
});

describe('rows that only sentences of the document state', () => {
  const sentences = () =>
    markdown
      .split('\n')
      .filter((line) => !line.startsWith('|'))
      .join('\n');

  it.each(Object.entries(PROSE))('%s: the document names each field', (_, rows) => {
    for (const { path } of rows.filter((row) => !row.path.startsWith('item[n]'))) {
      expect(sentences(), path).toMatch(new RegExp(`\\b${path.split('.').at(-1)}\\b`));
    }
  });

  it.each(Object.entries(PROSE))('%s: no table of the document has such a field', (_, rows) => {
    const inTables = new Set(allRows.map(({ path }) => path));
    expect(rows.filter(({ path }) => inTables.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it.each(Object.entries(PROSE))('%s: the document names each value', (_, rows) => {
    for (const { path, type } of rows as readonly { path: string; type: FieldFact }[]) {
      for (const value of type.kind === 'Enumeration' ? type.values : []) {
        expect(markdown, path).toContain(value);
      }
    }
  });
});

it('rows that only notes state are named there, and have no row in a table', () => {
  for (const { path } of Object.values(NOTES).flat()) {
    expect(allRows.filter((row) => row.notes.includes(path)).map((row) => row.path)).not.toEqual([]);
    expect(allRows.map((row) => row.path)).not.toContain(path);
  }
});

describe('lists of values', () => {
  /** The first column of the table with these two column heads, below the heading. */
  const column = (heading: string, first: string) =>
    tables
      .filter((table) => table.heading.startsWith(heading) && table.columns[0] === first)
      .flatMap(({ rows }) => rows.map(([cell = '']) => cell));

  it('has the order’s states', () => expect(column('Order status', 'State')).toEqual(ORDER_STATES));
  it('has the interaction’s states', () =>
    expect(column('Browser payment interaction status', 'State')).toEqual(INTERACTION_STATES));
  it('has the gateway codes', () => expect(column('Errors', 'Value')).toEqual(GATEWAY_CODES));

  it('has the types of airline documents', () => {
    const line = markdown.split('\n').find((one) => one.startsWith('airline.documentType values:')) ?? '';
    expect(line.match(/[A-Z]{2,}(?:_[A-Z]+)*/g)).toEqual(AIRLINE_DOCUMENT_TYPES);
  });
});

describe('operations', () => {
  const operations = tables.find(({ columns }) => columns[1] === 'apiOperation')?.rows ?? [];
  const versions = tables.find(({ columns }) => columns.join() === 'Operation,Versions')?.rows ?? [];
  const nameOf = (words = ''): Operation =>
    words === 'Token creation' ? 'CREATE_TOKEN' : (words.toUpperCase().replaceAll(' ', '_') as Operation);

  it('are those of the fixture, under the names that the document shows', () => {
    expect(sorted(operations.map(([words]) => nameOf(words)))).toEqual(sorted(Object.keys(ENDPOINTS)));
    for (const [words, value = ''] of operations) {
      if (!value.includes('not shown')) {
        expect(nameOf(words)).toBe(value);
      }
    }
  });

  it('list the optional fields of the fixture', () => {
    for (const [words, , , notes = ''] of operations) {
      const listed = /optional(?: groups)?: ([^;]*)/.exec(notes)?.[1] ?? notes.match(/(\w+) group accepted/)?.[1] ?? '';
      const paths = listPaths(listed).map(written);
      expect(sorted(ENDPOINTS[nameOf(words)]?.optional ?? []), words).toEqual(sorted(paths));
    }
  });

  it('name the required fields of the fixture', () => {
    for (const [words, , required = ''] of operations) {
      for (const path of ENDPOINTS[nameOf(words)]?.required ?? []) {
        expect(required).toContain(path.split('.').at(-1));
      }
    }
  });

  it('have the versions of the fixture', () => {
    const documented = versions.map(([words, list = '']) => [nameOf(words), list.split(', ').map(Number)]);
    expect(Object.fromEntries(documented)).toEqual(LISTED_VERSIONS);
  });
});

it('the limits on a merchant’s own fields are those of the document', () => {
  const [, fieldsMax, under] = /up to (\d+) fields, name under (\d+) characters/.exec(markdown) ?? [];
  expect([Number(fieldsMax), Number(under) - 1]).toEqual([CUSTOM_FIELDS_MAX, CUSTOM_NAME_CHARACTERS_MAX]);
});

it('the limits on a sub-merchant’s trading name are those of the document', () => {
  const documented =
    /trading name: at most (\d+) characters for one card network and at most (\d+) \((\d+) with/.exec(markdown) ?? [];
  expect(documented.slice(1).map(Number)).toEqual(Object.values(TRADING_NAME_CHARACTERS_MAX));
});

it('the digits of an entry mode are those of the document', () => {
  const [, pin = ''] = /PIN entry mode digit values: ([^.]*)\./.exec(markdown) ?? [];
  const [, pan = ''] = /PAN entry mode values: ([^.]*)\./.exec(markdown) ?? [];
  expect(pin.match(/\b\d\b/g)).toEqual(PIN_ENTRY_MODES);
  expect(pan.match(/\b\d{2}\b/g)).toEqual(PAN_ENTRY_MODES);
});
