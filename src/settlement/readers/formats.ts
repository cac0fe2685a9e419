/** The formats of reports, by the name under which an operator asks for them. */
import type { ReadEntry } from '../entry.ts';
import { readCamt053 } from './camt053.ts';
import { readSandboxFile } from './sandbox-file.ts';

export interface ReportFormat {
  /** The source's name, unless the operator gives another. */
  readonly source: string;
  /** Whether a file that begins so is one. */
  readonly begins: (text: string) => boolean;
  /** @throws SettlementFileError */
  readonly read: (text: string) => ReadEntry[];
}

export const FORMATS = {
  sandbox: { source: 'default', begins: (text) => text.startsWith('id,kind,merchant,'), read: readSandboxFile },
  'camt.053': { source: 'bank', begins: (text) => /^\uFEFF?\s*<[^]{0,2000}camt\.053\./.test(text), read: readCamt053 },
} as const satisfies Record<string, ReportFormat>;

export type FormatName = keyof typeof FORMATS;

/** @returns undefined where it is none of them */
export function formatOf(text: string): FormatName | undefined {
  return (Object.keys(FORMATS) as FormatName[]).find((name) => FORMATS[name].begins(text));
}
