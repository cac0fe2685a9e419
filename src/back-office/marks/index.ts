/** The official artwork of card schemes and wallets, which an operator may install in place of our own drawings. */
export { installedMarks, installMarks, PACKED_BYTES_MAX, packedBytes, removeMarks } from './installed-marks.ts';
export { MARK_FILES } from './mark-names.ts';
export { type Mark, readMark } from './read-mark.ts';
