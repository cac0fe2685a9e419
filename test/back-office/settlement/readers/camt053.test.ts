/** Bank statements: the entries read, in both formats of banks, and the refusals. */
import { describe, expect, it } from 'vitest';
import { readCamt053 } from '../../../../src/back-office/settlement/readers/camt053.ts';
import { SettlementFileError } from '../../../../src/back-office/settlement/readers/read-error.ts';

const XSD = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001';
const ACCOUNT = '<Id>STMT-1</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>';

const document = (entries: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${XSD}.${version}"><BkToCstmrStmt><GrpHdr/><Stmt>${ACCOUNT}${entries}</Stmt></BkToCstmrStmt></Document>`;

interface Shape {
  readonly amount?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly reference?: string;
  readonly details?: string;
}

const entry = ({ amount = '100.00', direction = 'CRDT', status = '<Cd>BOOK</Cd>', reference, details }: Shape) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts>` +
  '<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><DtTm>2026-11-21T00:00:00+01:00</DtTm></ValDt>' +
  `${reference === undefined ? '' : `<AcctSvcrRef>${reference}</AcctSvcrRef>`}` +
  `${details === undefined ? '' : `<NtryDtls>${details}</NtryDtls>`}</Ntry>`;

const summary = (text: string) => readCamt053(text).map(({ id, gross, fee, net }) => [id, gross, fee, net]);
const IBAN = 'DE02120300000000202051';

describe('a bank statement', () => {
  it('has a line for each booked entry, by its value date and direction', () => {
    const read = readCamt053(
      document(
        entry({ reference: 'R1' }) +
          entry({ direction: 'DBIT', amount: '7.5', reference: 'R2' }) +
          entry({ status: '<Cd>PDNG</Cd>', reference: 'R3' }),
      ),
    );
    expect(read).toEqual([
      {
        ...{ id: `${IBAN}/R1`, kind: 'PAYOUT', references: ['R1'], gross: 10_000n, fee: 0n, net: 10_000n },
        ...{ currency: 'EUR', date: '2026-11-21', isAtBank: true },
      },
      expect.objectContaining({ id: `${IBAN}/R2`, gross: -750n, net: -750n }),
    ]);
  });

  it('of version 02 has its status as a text, and its charges listed', () => {
    const details =
      '<TxDtls><Refs><EndToEndId>PO-1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">101.50</Amt></TxAmt></AmtDtls>' +
      '<Chrgs><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd></Chrgs><Chrgs><Amt Ccy="EUR">0.50</Amt></Chrgs></TxDtls>';
    expect(summary(document(entry({ status: 'BOOK', reference: 'R1', details }), '02'))).toEqual([
      [`${IBAN}/R1`, 10_150n, 150n, 10_000n],
    ]);
  });

  it('of version 08 has charges in records', () => {
    const details =
      '<TxDtls><Amt Ccy="EUR">101.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>' +
      '<Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs></TxDtls>';
    expect(summary(document(entry({ reference: 'R1', details })))).toEqual([[`${IBAN}/R1`, 10_150n, 150n, 10_000n]]);
  });

  it('has a line for each transaction of a batch, and one for the difference from their sum', () => {
    const one = (amount: string, end: string) =>
      `<TxDtls><Refs><EndToEndId>${end}</EndToEndId></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const read = readCamt053(
      document(entry({ reference: 'R1', details: one('60.00', 'A-1') + one('40.00', 'NOTPROVIDED') })),
    );
    expect(read.map(({ id, net, references }) => [id, net, references])).toEqual([
      [`${IBAN}/R1/1`, 6_000n, ['A-1']],
      [`${IBAN}/R1/2`, 4_000n, []],
    ]);
    expect(summary(document(entry({ reference: 'R1', details: one('60.00', 'A-1') + one('39.00', 'A-2') })))).toEqual([
      [`${IBAN}/R1/1`, 6_000n, 0n, 6_000n],
      [`${IBAN}/R1/2`, 3_900n, 0n, 3_900n],
      [`${IBAN}/R1/rest`, 0n, 0n, 100n],
    ]);
  });

  it('has one line for a batch of transactions without amounts', () => {
    const details = '<TxDtls><Refs><TxId>T-1</TxId></Refs></TxDtls><TxDtls><Refs><TxId>T-2</TxId></Refs></TxDtls>';
    const [line, ...more] = readCamt053(document(entry({ reference: 'R1', details })));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ net: 10_000n, references: ['T-1', 'T-2', 'R1'] });
  });

  it('keeps the sender’s text, and no names', () => {
    const details =
      '<TxDtls><RltdPties><Dbtr><Nm>Erika Mustermann</Nm></Dbtr></RltdPties>' +
      '<RmtInf><Ustrd>Settlement PO-1, for you</Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>';
    expect(readCamt053(document(entry({ details })))[0]?.references).toEqual(['RF18', 'Settlement', 'PO-1']);
  });

  it('gives unique ids to entries without a reference of the bank, or with the same one', () => {
    const ids = readCamt053(document(entry({}) + entry({ reference: 'R' }) + entry({ reference: 'R' }))).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([`${IBAN}/STMT-1/2026-11-20/1`, `${IBAN}/R`, `${IBAN}/R#2`]);
  });

  it.each([undefined, 'NOTPROVIDED', 'NONREF'])(
    'gives no two statements the same ids, where the reference is %s',
    (reference) => {
      const one = document(entry({ reference }) + entry({ reference }));
      const others = [
        one.replace('STMT-1', 'STMT-2'),
        // A bank that restarts its numbering each year.
        one.replaceAll('2026-11-2', '2027-11-2'),
        one.replace('</Id>', '</Id><ElctrncSeqNb>7</ElctrncSeqNb>'),
        // The second page of the same statement, in a message of its own.
        one.replace('</Id>', '</Id><StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>'),
        one.replace('<GrpHdr/>', '<GrpHdr><MsgPgntn><PgNb>3</PgNb><LastPgInd>true</LastPgInd></MsgPgntn></GrpHdr>'),
      ];
      const ids = [one, ...others].flatMap((text) => readCamt053(text).map(({ id }) => id));
      expect(new Set(ids).size).toBe(12);
    },
  );

  it('gives the first page of a statement the same ids as without a number', () => {
    const one = document(entry({}));
    const first = one.replace('</Id>', '</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>');
    expect(readCamt053(first)).toEqual(readCamt053(one));
  });

  it('with a prefix for its namespace is read too', () => {
    const text = document(entry({ reference: 'R1' }))
      .replace('xmlns=', 'xmlns:c=')
      .replaceAll(/<(\/?)([A-Z])/g, '<$1c:$2');
    expect(readCamt053(text)).toHaveLength(1);
  });

  it.each<[string, string]>([
    ['a document type', `<!DOCTYPE Document [<!ENTITY a "b">]>${document('').slice(38)}`],
    ['an entity of its own', document(entry({ reference: '&a;' }))],
    ['an entity of HTML', document(entry({ reference: '&nbsp;' }))],
    ['an end too early', document(entry({})).slice(0, -20)],
    ['another message', document('').replace('camt.053', 'camt.052')],
    ['a version that is not known', document('', '99')],
    ['no account', document('').replace(ACCOUNT, '<Id>1</Id>')],
    ['an amount that is none', document(entry({ amount: '1,00' }))],
    ['a day that is not', document(entry({}).replaceAll('2026-11-2', '2026-13-4'))],
    ['elements in elements without end', document('<a>'.repeat(100) + '</a>'.repeat(100))],
    ['nothing', ''],
  ])('with %s is refused, without its contents in the error', (_name, text) => {
    expect(() => readCamt053(text)).toThrow(SettlementFileError);
    expect(() => readCamt053(text)).not.toThrow(/1,00|ENTITY/);
  });
});
