/** The report as JUnit's XML, which CI servers show. */
import type { Report } from '../check.ts';
import { MISTAKES } from '../mistakes.ts';
import type { Outcome } from '../play/play.ts';

export function junitOf({ shop, ms, outcomes }: Report): string {
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(shop)}" tests="${outcomes.length}" failures="${count('failed')}" skipped="${count('left-out')}" time="${seconds(ms)}">`,
    ...outcomes.map(caseOf),
    '</testsuite>',
    '',
  ].join('\n');
}

function caseOf({ history, result, mistake, sentence = '', ms }: Outcome): string {
  const open = `  <testcase name="${escaped(history.name)}" classname="shop-check" time="${seconds(ms)}"`;
  if (result === 'passed') {
    return `${open}/>`;
  }
  if (result === 'left-out') {
    return `${open}><skipped message="${escaped(sentence)}"/></testcase>`;
  }
  const mend = mistake === undefined ? '' : MISTAKES[mistake].mend;
  return `${open}><failure type="${mistake ?? 'answer'}" message="${escaped(sentence)}">${escaped(mend)}</failure></testcase>`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[^\P{Cc}\t\n]/gu, ' ');
}
