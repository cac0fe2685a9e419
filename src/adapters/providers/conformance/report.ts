/** The report for an operator: a line for each promise, with the reason if it is not kept. */
import type { PromiseFinding, PromiseVerdict } from './conformance.ts';

const MARKS: Readonly<Record<PromiseVerdict, string>> = {
  KEPT: 'kept',
  BROKEN: 'BROKEN',
  LACKED: 'not there',
  UNTRIED: 'NOT TRIED',
};
const MARK_CHARACTERS = 11;
/** The limit of a reason, which may contain a text of the provider. */
const REASON_CHARACTERS_MAX = 600;

export function conformanceReport(title: string, findings: readonly PromiseFinding[]): string {
  const headings = [...new Set(findings.map(({ heading }) => heading))];
  const parts = headings.map((heading) =>
    [heading, ...findings.filter((one) => one.heading === heading).flatMap(linesOf)].join('\n'),
  );
  const count = (verdict: PromiseVerdict) => findings.filter((one) => one.verdict === verdict).length;
  const untried = count('UNTRIED') === 0 ? '' : `, ${count('UNTRIED')} not tried: its stand-in failed`;
  const sum = `${count('KEPT')} kept, ${count('BROKEN')} broken, ${count('LACKED')} not there${untried}.`;
  return [title, ...parts, sum].join('\n\n');
}

export function isConforming(findings: readonly PromiseFinding[]): boolean {
  return findings.every(({ verdict }) => verdict === 'KEPT' || verdict === 'LACKED');
}

function linesOf({ verdict, says, reason }: PromiseFinding): string[] {
  const line = `${MARKS[verdict].padEnd(MARK_CHARACTERS)}${says}`;
  return reason === undefined ? [line] : [line, `${' '.repeat(MARK_CHARACTERS)}${shortenReason(reason)}`];
}

function shortenReason(reason: string): string {
  return reason.length > REASON_CHARACTERS_MAX ? `${reason.slice(0, REASON_CHARACTERS_MAX)}…` : reason;
}
