/**
 * Bank statements of ISO 20022: camt.053.001, versions 02 to 08. A booked entry becomes one line, or one for each of
 * its transactions if it sums up several. A line has amounts, dates, and possible identifiers of a payout or payment:
 * references and words of the remittance information. Names and accounts of people are omitted.
 */
import type { ReadEntry } from '../entry.ts';
import { day, parseMajorUnits } from './amounts.ts';
import { SettlementFileError } from './read-error.ts';
import { elementsAt, elementText, readXml, type XmlElement } from './xml.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[2-8]$/;
/** Values for an absent reference, including ISO 20022's placeholder. */
const ABSENT_REFERENCES: ReadonlySet<string | undefined> = new Set([undefined, '', 'NOTPROVIDED']);
/** References that identify no entry. Banks that migrated from SWIFT's MT940 write NONREF. */
const UNIDENTIFYING_REFERENCES: ReadonlySet<string | undefined> = new Set([...ABSENT_REFERENCES, 'NONREF']);
const REFERENCES = ['EndToEndId', 'TxId', 'InstrId', 'PmtInfId', 'MsgId', 'UETR', 'AcctSvcrRef', 'ClrSysRef'];
/** Maximum of an entry's candidate references. One line of remittance information has at most 140 characters. */
const WORDS_MAX = 100;

interface Money {
  /** Minor units; a debit is negative. */
  readonly amount: bigint;
  readonly currency: string;
}

/** @throws SettlementFileError */
export function readCamt053(text: string): ReadEntry[] {
  const document = readXml(text);
  const namespaces = Object.entries(document.attributes).filter(([name]) => /^xmlns(:|$)/.test(name));
  if (document.name !== 'Document' || !namespaces.some(([, value]) => NAMESPACE.test(value))) {
    throw new SettlementFileError('it is no Document of camt.053.001.02 to .08');
  }
  const page = elementText(document, 'BkToCstmrStmt', 'GrpHdr', 'MsgPgntn', 'PgNb');
  return elementsAt(document, 'BkToCstmrStmt', 'Stmt').flatMap((statement) => statementEntries(statement, page));
}

/**
 * @param messagePage the page of a statement that is split over several messages, each of which numbers its entries
 *   from 1
 */
function statementEntries(statement: XmlElement, messagePage: string | undefined): ReadEntry[] {
  const account = elementText(statement, 'Acct', 'Id', 'IBAN') ?? elementText(statement, 'Acct', 'Id', 'Othr', 'Id');
  const number = elementText(statement, 'Id');
  if (account === undefined || number === undefined) {
    throw new SettlementFileError('a statement has no Id, or no account');
  }
  const sequence = elementText(statement, 'ElctrncSeqNb') ?? elementText(statement, 'LglSeqNb');
  const page = elementText(statement, 'StmtPgntn', 'PgNb') ?? messagePage;
  const later = page === undefined || page === '1' ? undefined : `page ${page}`;
  const times = new Map<string, number>();
  return elementsAt(statement, 'Ntry').flatMap((entry, index) => {
    const place = index + 1;
    const own = elementText(entry, 'AcctSvcrRef');
    const name = own ?? `${number}/${place}`;
    // Some banks use the same reference for an entry and its charge.
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    const named = `${account}/${name}${time === 1 ? '' : `#${time}`}`;
    const isBooked = (elementText(entry, 'Sts', 'Cd') ?? elementText(entry, 'Sts')) === 'BOOK';
    // A bank may number its statements anew each year. The statement's creation time is no part of the id, because the
    // bank may send the statement again.
    const placed = [account, number, sequence, later, dateOf(entry, 'BookgDt', 'ValDt'), place];
    const ids = UNIDENTIFYING_REFERENCES.has(own)
      ? { id: placed.filter((part) => part !== undefined).join('/'), earlierId: named }
      : { id: named };
    return isBooked ? entriesOf(entry, ids, place) : [];
  });
}

type Ids = Pick<ReadEntry, 'earlierId' | 'id'>;

/** The ids of a part of an entry. */
function partIds({ id, earlierId }: Ids, part: number | 'rest'): Ids {
  return { id: `${id}/${part}`, earlierId: earlierId === undefined ? undefined : `${earlierId}/${part}` };
}

/** @param place position among the statement's entries, from 1 */
function entriesOf(entry: XmlElement, ids: Ids, place: number): ReadEntry[] {
  const whole = moneyOf(entry, 'Amt');
  const date = dateOf(entry, 'ValDt', 'BookgDt');
  if (whole === undefined || date === undefined) {
    throw new SettlementFileError(`entry ${place} of a statement has no amount, direction and date that can be read`);
  }
  const details = elementsAt(entry, 'NtryDtls', 'TxDtls');
  const parts = details.map((one) => ({ one, money: partOf(one, entry, whole, details.length) }));
  const line = (part: Omit<ReadEntry, 'currency' | 'date' | 'isAtBank' | 'kind'>): ReadEntry => ({
    ...part,
    kind: 'PAYOUT',
    currency: whole.currency,
    date,
    isAtBank: true,
  });
  if (parts.length === 0 || parts.some(({ money }) => money === undefined)) {
    return [line({ ...ids, references: referencesOf(entry, details), ...amounts(whole.amount) })];
  }
  const lines = parts.map(({ one, money }, index) =>
    line({
      ...(parts.length === 1 ? ids : partIds(ids, index + 1)),
      references: referencesOf(parts.length === 1 ? entry : undefined, [one]),
      ...(money as Amounts),
    }),
  );
  const rest = lines.reduce((left, { net }) => left - net, whole.amount);
  // If the transactions of a batch do not add up to it, the rest becomes a line with gross 0, reported as ENTRY_OPEN.
  return rest === 0n
    ? lines
    : [...lines, { ...line({ ...partIds(ids, 'rest'), references: [], ...ZERO_AMOUNTS, net: rest }), kind: 'OTHER' }];
}

type Amounts = Pick<ReadEntry, 'fee' | 'gross' | 'net'>;

const ZERO_AMOUNTS = { gross: 0n, fee: 0n } as const;

function amounts(amount: bigint, fee = 0n): Amounts {
  return { gross: amount + fee, fee, net: amount };
}

/**
 * The amount of one transaction that reached the account, and the fee deducted before.
 * @returns undefined if it has no amount in the entry's currency
 */
function partOf(one: XmlElement, entry: XmlElement, whole: Money, count: number): Amounts | undefined {
  const direction = elementText(one, 'CdtDbtInd') ?? elementText(entry, 'CdtDbtInd');
  const before = moneyAt(elementsAt(one, 'AmtDtls', 'TxAmt', 'Amt')[0], direction);
  const own = moneyAt(elementsAt(one, 'Amt')[0], direction) ?? (count === 1 ? whole : before);
  if (own === undefined || own.currency !== whole.currency) {
    return undefined;
  }
  const reached = count === 1 ? whole : own;
  const fee = chargesOf(one, entry, count, whole.currency);
  const isDeducted = [own, before].some(
    (money) => money?.currency === whole.currency && money.amount - fee === reached.amount,
  );
  return amounts(reached.amount, isDeducted ? fee : 0n);
}

/** Charges to the account's owner, in the entry's currency. Version 02 lists them directly, 04 and later in records. */
function chargesOf(one: XmlElement, entry: XmlElement, count: number, currency: string): bigint {
  const places = count === 1 ? [one, entry] : [one];
  const charges = places.map((place) => [...elementsAt(place, 'Chrgs', 'Rcrd'), ...elementsAt(place, 'Chrgs')]);
  const [first = []] = charges.filter((some) => some.length > 0);
  return first.reduce((sum, charge) => {
    const money = moneyAt(elementsAt(charge, 'Amt')[0], 'CRDT');
    const isOurs = money?.currency === currency;
    return isOurs ? sum + (elementText(charge, 'CdtDbtInd') === 'CRDT' ? -money.amount : money.amount) : sum;
  }, 0n);
}

function moneyOf(element: XmlElement, name: string): Money | undefined {
  return moneyAt(elementsAt(element, name)[0], elementText(element, 'CdtDbtInd'));
}

function moneyAt(amount: XmlElement | undefined, direction: string | undefined): Money | undefined {
  const currency = amount?.attributes.Ccy ?? '';
  const minor = parseMajorUnits(amount?.text ?? '', currency);
  if (minor === undefined || (direction !== 'CRDT' && direction !== 'DBIT')) {
    return undefined;
  }
  return { amount: direction === 'CRDT' ? minor : -minor, currency };
}

/** The first of these dates that is present and valid. */
function dateOf(entry: XmlElement, ...names: readonly string[]): string | undefined {
  const dates = names.map((name) => day(elementText(entry, name, 'Dt') ?? elementText(entry, name, 'DtTm') ?? ''));
  return dates.find((date) => date !== undefined);
}

/** @param entry absent if it has several transactions, which its own references do not identify */
function referencesOf(entry: XmlElement | undefined, details: readonly XmlElement[]): string[] {
  const given = details.flatMap((one) => [
    ...REFERENCES.map((name) => elementText(one, 'Refs', name)),
    ...elementsAt(one, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
    ...elementsAt(one, 'RmtInf', 'Ustrd').flatMap(({ text }) => words(text)),
  ]);
  const own = entry && [elementText(entry, 'AcctSvcrRef'), ...words(elementText(entry, 'AddtlNtryInf') ?? '')];
  const texts = [...given, ...(own ?? [])].filter((text): text is string => !ABSENT_REFERENCES.has(text));
  return [...new Set(texts)].slice(0, WORDS_MAX);
}

/** Separates the words, because references are embedded in other text. */
function words(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word.length > 3);
}
