/** The report for programs. */
import type { Report } from '../check.ts';
import { MISTAKES } from '../mistakes.ts';

export function jsonOf({ shop, seed, ms, outcomes }: Report): string {
  const histories = outcomes.map(({ history, result, mistake, sentence, order, advice, ms }) => ({
    name: history.name,
    title: history.title,
    result,
    mistake,
    sentence,
    mend: mistake === undefined ? undefined : MISTAKES[mistake].mend,
    order,
    advice: advice.length === 0 ? undefined : advice,
    ms,
  }));
  return `${JSON.stringify({ shop, seed, ms, histories }, undefined, 2)}\n`;
}
