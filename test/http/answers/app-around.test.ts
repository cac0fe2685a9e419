/** Browsers and webviews by their User-Agent headers. */
import { expect, it } from 'vitest';
import { appAround } from '../../../src/http/answers/app-around.ts';

const ADDRESS = 'https://pay.example/checkout/pay/SESSION0002';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const LINK =
  'intent://pay.example/checkout/pay/SESSION0002#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end';

it.each([
  undefined,
  '',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
])('%s is a browser', (userAgent) => {
  expect(appAround(userAgent, ADDRESS)).toBeUndefined();
});

it.each([ANDROID, IPHONE])('%s is the webview of an app without a browser', (userAgent) => {
  expect(appAround(userAgent, ADDRESS)).toEqual({ isBrowser: false, openHref: undefined });
});

it.each([
  '[FB_IAB/FB4A;FBAV/540.0.0.0;]',
  'Instagram 400.0.0.0 Android',
  'musical_ly_2023 BytedanceWebview/d8a21c6',
  'Line/15.1.0/IAB',
  'MicroMessenger/8.0.60',
  'Snapchat/13.0.0',
  '[LinkedInApp]/4.1.1',
  '[Pinterest/Android]',
  'TwitterAndroid',
  'KAKAOTALK/25.1.0 (INAPP)',
])('%s on Android gets a link to the payer’s browser', (token) => {
  expect(appAround(`${ANDROID} ${token}`, ADDRESS)).toEqual({ isBrowser: true, openHref: LINK });
});

it.each([
  '[FBAN/FBIOS;FBAV/540.0.0.0]',
  'Instagram 400.0.0 (iPhone18,1)',
  'musical_ly_40.1.0 BytedanceWebview/d8a21c6',
  'Safari Line/15.1.0',
  'MicroMessenger/8.0.60(0x1800)',
  'Snapchat/13.0.0 (like Safari/8620, panda)',
  '[LinkedInApp]/9.30',
  '[Pinterest/iOS]',
  'Twitter for iPhone/11.0',
  'GSA/390.0 Mobile/15E148 Safari/604.1',
])('%s on iOS gets the words, since no link leaves it', (token) => {
  expect(appAround(`${IPHONE} ${token}`, ADDRESS)).toEqual({ isBrowser: true, openHref: undefined });
});
