import encodeQR from 'qr';

/** ISO/IEC 18004: a quiet zone of four modules on each side, which readers need to find the code. */
const QUIET_MODULES = 4;

/** A QR code to draw: a square of `size` units, one for each module, in which the path fills the dark modules. */
export interface ModulesPath {
  readonly size: number;
  readonly path: string;
}

/**
 * @param text the text to encode, at most about 2,000 bytes
 * @throws Error if it is longer
 */
export function modulesPath(text: string): ModulesPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
  return { size: rows.length, path: rows.map(rowPath).join('') };
}

/** One rectangle for each run of dark modules: one for each module would be three times as long. */
function rowPath(modules: readonly boolean[], y: number): string {
  const runs: string[] = [];
  for (let x = 0; x < modules.length; x += 1) {
    if (modules[x]) {
      const start = x;
      while (modules[x + 1]) {
        x += 1;
      }
      runs.push(`M${start} ${y}h${x - start + 1}v1H${start}z`);
    }
  }
  return runs.join('');
}
