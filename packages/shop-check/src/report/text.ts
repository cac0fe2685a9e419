/** The report for people. */
import type { Report } from '../check.ts';
import { MISTAKES } from '../mistakes.ts';
import type { Outcome } from '../play/play.ts';

/** One line for a history, as it ends. */
export function lineOf({ history, result, sentence }: Outcome): string {
  const mark = { passed: 'ok    ', failed: 'WRONG ', 'left-out': '–     ' }[result];
  return `${mark}${history.name}: ${result === 'passed' ? history.title : (sentence ?? history.title)}`;
}

/** The mistakes, each once with its histories and how to mend it, and the sum. */
export function summaryOf({ shop, outcomes, ms, seed }: Report): string {
  const failed = outcomes.filter(({ result }) => result === 'failed');
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  const lines = [''];
  for (const of of byMistake(failed)) {
    const [first] = of;
    lines.push(
      `${first?.sentence}`,
      `  In: ${of.map(({ history }) => history.name).join(', ')}. ${first?.history.title}`,
      ...(first?.mistake === undefined ? [] : [`  How to mend: ${MISTAKES[first.mistake].mend}`]),
      '',
    );
  }
  const advice = [...new Set(outcomes.flatMap((one) => one.advice))];
  const leftOut = count('left-out');
  return [
    ...lines,
    ...advice.map((sentence) => `Note: ${sentence}`),
    `${count('passed')} of ${outcomes.length} histories passed at ${shop}${leftOut > 0 ? `, ${leftOut} left out` : ''}, in ${(ms / 1_000).toFixed(1)} s (seed ${seed}).`,
  ].join('\n');
}

/** Answers that end a history have no mistake, and are told apart by their sentences. */
function byMistake(failed: readonly Outcome[]): Outcome[][] {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of failed) {
    const key = outcome.mistake ?? `${outcome.sentence}`;
    groups.set(key, [...(groups.get(key) ?? []), outcome]);
  }
  return [...groups.values()];
}
