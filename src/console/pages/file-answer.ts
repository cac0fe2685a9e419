/** Answers a page's list as a file. */
import { type RecordedFile, recordedFile } from '../files.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';

export type FileFormat = 'CSV' | 'JSON';

/** The parameter with the format. */
export const FORMAT = 'format';

export function formatIn(query: URLSearchParams): FileFormat | undefined {
  const format = query.get(FORMAT);
  return format === 'CSV' || format === 'JSON' ? format : undefined;
}

export async function fileAnswer(
  { dependencies: { audit }, signedIn: { person }, place, caller }: MerchantRequest,
  file: RecordedFile,
): Promise<ConsoleAnswer> {
  const written = await recordedFile(audit, { person, merchantId: place.merchant.id, caller }, file);
  return written === undefined ? { problem: 'FILES_BUSY' } : { file: written };
}
