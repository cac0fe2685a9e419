/** Report formats, by the name that an operator uses. */
import type { ReadEntry } from '../entry.ts';
import { readCamt053 } from './camt053.ts';
import { readPaypalSettlement } from './paypal-settlement.ts';
import { readSandboxFile } from './sandbox-file.ts';

export interface ReportFormat {
  /** The default name of the source. */
  readonly source: string;
  /** True if a file with this beginning has the format. */
  readonly begins: (text: string) => boolean;
  /** @throws SettlementFileError */
  readonly read: (text: string) => ReadEntry[];
}

/** Characters of a file in which its format is sought: the XML declaration and the document's namespaces fit. */
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

/** @returns undefined for an unknown format */
export function formatOf(text: string): FormatName | undefined {
  return (Object.keys(FORMATS) as FormatName[]).find((name) => FORMATS[name].begins(text));
}
