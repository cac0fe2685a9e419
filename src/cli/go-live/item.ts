/** An item of the checklist before real payments, and its findings. */

import type { Check, ExaminedStore } from '../doctor/doctor-subject.ts';
import { examine } from '../doctor/examine.ts';
import type { CheckFinding } from '../finding.ts';

/** DONE; MISSING: to do before real payments; YOURS: only the operator can know it. */
export type ItemState = 'DONE' | 'MISSING' | 'YOURS';

export interface ItemFinding {
  readonly state: ItemState;
  /** The state found, or the question for the operator, as a sentence. */
  readonly says: string;
  /** The remedy, if it is missing. */
  readonly remedy?: string;
}

/** The titles of sections in `docs/guide/going-live.md` whose numbered steps are the items. */
export type Section =
  | 'The first payment'
  | 'The machine'
  | 'The merchants'
  | 'The settings'
  | 'The watch'
  | 'Rehearse it';

export interface GoLiveSubject extends ExaminedStore {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The merchants to check: the named one, or all. */
  readonly merchants: Awaited<ReturnType<ExaminedStore['store']['merchants']['list']>>;
  /** True if the operator named the merchant, whose hosts and providers are then probed, too. */
  readonly isNamed: boolean;
}

export interface GoLiveItem {
  readonly section: Section;
  /** The number of the step in its section. */
  readonly number: number;
  /** @returns at least one finding */
  readonly run: (subject: GoLiveSubject) => Promise<readonly ItemFinding[]> | readonly ItemFinding[];
}

export const done = (says: string): ItemFinding => ({ state: 'DONE', says });

export const missing = (says: string, remedy: string): ItemFinding => ({ state: 'MISSING', says, remedy });

/** @param says what only the operator can know, as the rest of a sentence that begins with "whether" or "who" */
export const yours = (says: string): ItemFinding => ({ state: 'YOURS', says: `Only you can know ${says}.` });

/** An item that no program can check. */
export function yourItem(section: Section, number: number, says: string): GoLiveItem {
  return { section, number, run: () => [yours(says)] };
}

/** Runs checks of the doctor, whose doubtful and failing findings are missing items. */
export async function checked<What>(checks: readonly Check<What>[], what: What): Promise<ItemFinding[]> {
  return (await examine(checks, what)).map(fromCheck);
}

export function fromCheck({ level, says, remedy }: CheckFinding): ItemFinding {
  return level === 'WELL' ? done(says) : missing(says, remedy ?? 'look at it');
}

/** @param names of merchants @returns the names as the end of a sentence, the first few of many */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_MAX).join(', ');
  return names.length > NAMES_MAX ? `${shown} and ${names.length - NAMES_MAX} more` : shown;
}

const NAMES_MAX = 5;
