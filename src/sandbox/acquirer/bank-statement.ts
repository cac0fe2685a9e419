/** The bank statement, ISO 20022 camt.053.001.08, of the account that the acquirer's payouts go to. */
import { currencyOf, majorText } from '../../contract/money.ts';
import type { SettledLine } from './settlement.ts';

/** A fictitious account with valid check digits. */
const IBAN = 'DE02120300000000202051';

/** @param lines the settled lines of one batch, whose payouts are the statement's entries */
export function bankStatement(lines: readonly SettledLine[]): string {
  const payouts = Map.groupBy(
    lines.filter(({ kind }) => kind === 'PAYOUT'),
    ({ currency }) => currency,
  );
  const statements = [...payouts].map(([currency, some]) => statement(currency, some));
  const first = lines[0] as SettledLine;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M-${first.payout}</MsgId><CreDtTm>${first.date}T23:00:00Z</CreDtTm></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>
`;
}

function statement(currency: string, payouts: readonly SettledLine[]): string {
  const [first] = payouts as readonly [SettledLine];
  const sum = payouts.reduce((total, { gross }) => total + gross, 0n);
  return `<Stmt><Id>S-${first.payout}</Id><CreDtTm>${first.date}T23:00:00Z</CreDtTm>
<Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', 0n, first)}
${balance('CLBD', sum, first)}
${payouts.map(entry).join('\n')}
</Stmt>`;
}

function balance(code: string, amount: bigint, { currency, date }: SettledLine): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(amount, currency)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
}

function entry({ payout, merchant, gross, currency, date }: SettledLine): string {
  return `<Ntry>${money(gross, currency)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt>\
<ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>B${payout}</AcctSvcrRef>\
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>\
<NtryDtls><TxDtls><Refs><EndToEndId>${payout}</EndToEndId></Refs>\
<RmtInf><Ustrd>Settlement ${payout} for ${merchant}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

function money(amount: bigint, code: string): string {
  const text = majorText(amount < 0n ? -amount : amount, currencyOf(code)!);
  return `<Amt Ccy="${code}">${text}</Amt><CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
}
