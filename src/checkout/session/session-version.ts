/** A session's version: eight random hex digits, and two digits that count its updates. */
import { randomBytes } from 'node:crypto';
import { type FieldProblem, invalidProblem } from '../../contract/interface-error.ts';
import type { Session } from './session.ts';

const RANDOM_BYTES = 4;

export function firstVersion(): string {
  return versionAfter(0);
}

/** @param version of the session before the update */
export function nextVersion(version: string): string {
  return versionAfter(Number(version.slice(-2)) + 1);
}

function versionAfter(updates: number): string {
  return randomBytes(RANDOM_BYTES).toString('hex') + (updates % 100).toString().padStart(2, '0');
}

/** @param wanted the version on which the caller's decision is based; undefined: any */
export function versionProblems({ version }: Session, wanted: string | undefined): FieldProblem[] {
  return wanted === undefined || wanted === version
    ? []
    : [
        invalidProblem(
          'session.version',
          'the session was updated since this version; retrieve it, decide again, and send its version',
        ),
      ];
}
