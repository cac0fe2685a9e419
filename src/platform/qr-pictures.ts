/** QR codes (ISO/IEC 18004) as pictures: SVG, and PNG of one bit a pixel. */
import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';

/** A quiet zone of four modules on each side, which readers need to find the code. */
const QUIET_MODULES = 4;
/** Sharp on paper in the size of a visiting card. */
const PIXELS_A_MODULE = 12;

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
  const rows = modulesOf(text);
  return { size: rows.length, path: rows.map(rowPath).join('') };
}

/** @param text as for `modulesPath` */
export function qrSvg(text: string): string {
  const { size, path } = modulesPath(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}" shape-rendering="crispEdges"/></svg>\n`;
}

/** @param text as for `modulesPath` */
export function qrPng(text: string): Buffer {
  const rows = modulesOf(text);
  const size = rows.length * PIXELS_A_MODULE;
  const lines = rows.flatMap((modules) => {
    const line = pngLine(modules, size);
    return Array.from({ length: PIXELS_A_MODULE }, () => line);
  });
  return Buffer.concat([PNG_SIGNATURE, header(size), chunk('IDAT', deflateSync(Buffer.concat(lines))), chunk('IEND')]);
}

function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES });
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

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** One bit a pixel, greyscale, and the only methods that PNG has for compression, filters and interlacing. */
const PNG_FORMAT = [1, 0, 0, 0, 0] as const;

function header(size: number): Buffer {
  const data = Buffer.alloc(8 + PNG_FORMAT.length);
  data.writeUInt32BE(size, 0);
  data.writeUInt32BE(size, 4);
  data.set(PNG_FORMAT, 8);
  return chunk('IHDR', data);
}

/** A line of pixels behind its filter's number: a light one is 1. */
function pngLine(modules: readonly boolean[], size: number): Buffer {
  const bits = Array.from({ length: size }, (_, x) => (modules[Math.floor(x / PIXELS_A_MODULE)] ? '0' : '1')).join('');
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  return Buffer.from([0, ...bytes]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
