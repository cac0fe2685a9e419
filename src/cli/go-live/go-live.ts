/**
 * `doctor [MERCHANT] --go-live`: the checklist of `docs/guide/going-live.md`. Each numbered step of the page is an
 * item, which is done, missing, or known only to the operator. It is read-only.
 */
import type { CommandResult } from '../command.ts';
import { printable } from '../printable.ts';
import type { GoLiveItem, GoLiveSubject, ItemFinding, ItemState, Section } from './item.ts';
import { MACHINE_ITEMS } from './machine-items.ts';
import { MERCHANT_ITEMS } from './merchant-items.ts';
import { WATCH_ITEMS } from './watch-items.ts';

/** The sections in the order of the page. */
const SECTIONS: readonly Section[] = [
  'The machine',
  'The settings',
  'Rehearse it',
  'The merchants',
  'The watch',
  'The first payment',
];

export const GO_LIVE_ITEMS: readonly GoLiveItem[] = SECTIONS.flatMap((section) =>
  [...MACHINE_ITEMS, ...MERCHANT_ITEMS, ...WATCH_ITEMS].filter((item) => item.section === section),
);

/** A finding with its item. */
export interface GoLiveLine extends ItemFinding {
  readonly section: Section;
  readonly number: number;
}

/** @returns the findings in the order of the page; a check that throws counts as missing */
export async function goLiveLines(subject: GoLiveSubject): Promise<GoLiveLine[]> {
  const lines = await Promise.all(
    GO_LIVE_ITEMS.map(async ({ section, number, run }) => {
      const findings = await findingsOf(run, subject);
      return findings.map((finding) => ({ section, number, ...finding }));
    }),
  );
  return lines.flat();
}

async function findingsOf(run: GoLiveItem['run'], subject: GoLiveSubject): Promise<readonly ItemFinding[]> {
  try {
    return await run(subject);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [{ state: 'MISSING', says, remedy: 'mend that, and call the doctor again' }];
  }
}

/** @returns exit code 1 if an item is missing, else 0 */
export function goLiveReport(lines: readonly GoLiveLine[], isJson: boolean, merchant: string | null): CommandResult {
  const count = (state: ItemState) => lines.filter((line) => line.state === state).length;
  const counts = { done: count('DONE'), missing: count('MISSING'), yours: count('YOURS') };
  return {
    text: isJson ? JSON.stringify({ merchant, ...counts, items: lines }, null, 2) : reportText(lines, counts),
    exitCode: counts.missing > 0 ? 1 : 0,
  };
}

const MARKS: Readonly<Record<ItemState, string>> = { DONE: 'done', MISSING: 'missing', YOURS: 'yours' };
const MARK_CHARACTERS = 9;
const NUMBER_CHARACTERS = 4;

function reportText(
  lines: readonly GoLiveLine[],
  { done, missing, yours }: Readonly<Record<'done' | 'missing' | 'yours', number>>,
): string {
  const sections = SECTIONS.map((section) => {
    const own = lines.filter((line) => line.section === section);
    return own.length === 0 ? [] : [section, ...own.map(lineText), ''];
  });
  return [...sections.flat(), `${done} done, ${missing} missing, ${yours} that only you can know.`].join('\n');
}

function lineText({ state, number, says, remedy }: GoLiveLine): string {
  const text = remedy === undefined ? says : `${says} To do: ${remedy}.`;
  return `  ${MARKS[state].padEnd(MARK_CHARACTERS)}${`${number}`.padEnd(NUMBER_CHARACTERS)}${printable(text)}`;
}
