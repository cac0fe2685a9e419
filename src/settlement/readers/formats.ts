/** The formats of reports, by the name under which an operator asks for them. */
import type { ReadEntry } from '../entry.ts';
import { readCamt053 } from './camt053.ts';
import { readPaypalSettlement } from './paypal-settlement.ts';
import { readSandboxFile } from './sandbox-file.ts';

export interface ReportFormat {
  /** The source's name, unless the operator gives another. */
  readonly source: string;
  /** Whether a file that begins so is one. */
  readonly begins: (text: string) => boolean;
  /** @throws SettlementFileError */
  readonly read: (text: string) => ReadEntry[];
}

/** The XML declaration and the document's namespaces. */
const HEAD_CHARACTERS = 2_000;

export const FORMATS = {
  sandbox: { source: 'default', begins: (text) => text.startsWith('id,kind,merchant,'), read: readSandboxFile },
  'camt.053': {
    source: 'bank',
    begins: (text) => text.slice(0, HEAD_CHARACTERS).includes(':camt.053.'),
    read: readCamt053,
  },
  paypal: { source: 'paypal', begins: (text) => /^\uFEFF?"?RH"?,/.test(text), read: readPaypalSettlement },
} as const satisfies Record<string, ReportFormat>;

export type FormatName = keyof typeof FORMATS;

/** @returns undefined where it is none of them */
export function formatOf(text: string): FormatName | undefined {
  return (Object.keys(FORMATS) as FormatName[]).find((name) => FORMATS[name].begins(text));
}
