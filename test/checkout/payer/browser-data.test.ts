/** The browser data that the bank receives, and the size of the challenge frame. */
import { describe, expect, it } from 'vitest';
import { frameOf, readBrowserData } from '../../../src/checkout/payer/browser-data.ts';

const DESKTOP = {
  userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/142',
  accept: 'text/html',
  acceptLanguage: 'en-GB,en',
};
const FROM = '203.0.113.7';
const valuesFor = (width: number, height: number) => `1920,1080,24,-60,en-GB,${width},${height}`;

it('a browser with a script sends its screen, time zone and language', () => {
  expect(readBrowserData(valuesFor(1280, 900), DESKTOP, FROM)).toEqual({
    isScripted: true,
    device: {
      browser: DESKTOP.userAgent,
      ipAddress: FROM,
      browserDetails: {
        '3DSecureChallengeWindowSize': '500_X_600',
        acceptHeaders: 'text/html',
        language: 'en-GB',
        javaScriptEnabled: 'true',
        javaEnabled: 'false',
        colorDepth: '24',
        screenWidth: '1920',
        screenHeight: '1080',
        timeZone: '-60',
      },
    },
  });
});

it('a browser without a script sends its headers alone, and gets no frame', () => {
  const { isScripted, device } = readBrowserData('', DESKTOP, FROM);
  expect(isScripted).toBe(false);
  expect(device.browserDetails).toEqual({
    '3DSecureChallengeWindowSize': 'FULL_SCREEN',
    acceptHeaders: 'text/html',
    language: 'en-GB',
    javaScriptEnabled: 'false',
  });
  expect(frameOf(device)).toBeUndefined();
});

it.each(['<script>', '1,2,3', `${valuesFor(1280, 900)},9`, '1920,1080,24,-60,en;DROP,1280,900', 'x'.repeat(9_000)])(
  'a value that our script does not write is ignored: %.30s',
  (nonsense) => {
    expect(readBrowserData(nonsense, DESKTOP, FROM).isScripted).toBe(false);
  },
);

describe('the frame', () => {
  it.each([
    [249, 640, undefined],
    [250, 640, { width: 250, height: 400 }],
    [360, 640, { width: 250, height: 400 }],
    [389, 780, { width: 250, height: 400 }],
    [390, 780, { width: 390, height: 400 }],
    [480, 600, { width: 390, height: 400 }],
    [620, 700, { width: 500, height: 600 }],
    [1280, 699, { width: 600, height: 400 }],
    [1024, 480, { width: 600, height: 400 }],
    [1023, 699, { width: 390, height: 400 }],
    [1920, 400, { width: 390, height: 400 }],
  ])('in a window of %i by %i pixels is the largest that has room', (width, height, frame) => {
    expect(frameOf(readBrowserData(valuesFor(width, height), DESKTOP, FROM).device)).toEqual(frame);
  });

  it.each([
    'Mozilla/5.0 (Linux; Android 16; Pixel 10 Build/BP2A; wv) AppleWebKit/537.36 Version/4.0 Chrome/142 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Linux; Android 16) Chrome/142 Mobile Safari/537.36 [FBAN/FB4A;FBAV/500]',
  ])('is absent in a webview: %s', (userAgent) => {
    expect(frameOf(readBrowserData(valuesFor(390, 780), { ...DESKTOP, userAgent }, FROM).device)).toBeUndefined();
  });

  it('is shown in the browser of a phone', () => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1';
    expect(frameOf(readBrowserData(valuesFor(390, 780), { ...DESKTOP, userAgent }, FROM).device)).toBeDefined();
  });
});
