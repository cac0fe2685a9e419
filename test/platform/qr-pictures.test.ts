import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { modulesPath, qrPng, qrSvg } from '../../src/platform/qr-pictures.ts';

const PIXELS = 4;

/** The path as a screen would show it. */
function drawn({ size, path }: ReturnType<typeof modulesPath>) {
  const side = size * PIXELS;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1) {
      for (let column = Number(x) * PIXELS; column < (Number(x) + Number(width)) * PIXELS; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

const ADDRESSES = [
  'https://pay.harbourlane.example/checkout/pay/SESSION000000000000000000000001',
  'http://localhost:8080/checkout/status/handle-of-the-payment',
  `https://pay.example/${'x'.repeat(300)}`,
];

it.each(ADDRESSES)('a reader finds %s in the QR code', (address) => {
  expect(decodeQR(drawn(modulesPath(address)))).toBe(address);
});

it.each(ADDRESSES)('a reader finds %s in the picture of PNG', (address) => {
  const { width, height, data } = PNG.sync.read(qrPng(address));
  expect(decodeQR({ width, height, data })).toBe(address);
});

it('the picture of SVG has the same modules, and no text', () => {
  const svg = qrSvg('https://pay.example/');
  expect(svg).toContain(modulesPath('https://pay.example/').path);
  expect(svg).not.toContain('pay.example');
});

it('the QR code consists of runs of dark modules, inside a quiet zone of four', () => {
  const { size, path } = modulesPath('https://pay.example/');
  expect(path).toMatch(/^(?:M\d+ \d+h\d+v1H\d+z)+$/);
  const places = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) => match.slice(1).map(Number));
  for (const [x = 0, y = 0, width = 0] of places) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(size - 4);
  }
});
