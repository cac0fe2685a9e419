/** Codes that ARes and RReq share. */
import { byVersion, codeOrReserved } from '../field-types.ts';

/** 01 static, 02 dynamic, 03 out of band, 04 decoupled. */
export const AUTHENTICATION_TYPE = byVersion(codeOrReserved('01', '02', '03'), codeOrReserved('01', '02', '03', '04'));

// biome-ignore format: a table of codes, ten a line.
const REASONS_OF_FIRST = [
  '01', '02', '03', '04', '05', '06', '07', '08', '09', '10',
  '11', '12', '13', '14', '15', '16', '17', '18', '19', '20', '21',
] as const;

export const TRANS_STATUS_REASON = byVersion(
  codeOrReserved(...REASONS_OF_FIRST),
  codeOrReserved(...REASONS_OF_FIRST, '22', '23', '24', '25', '26'),
);
