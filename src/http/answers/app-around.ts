/** Recognises, by the browser's User-Agent header, that an app shows the page in its webview. */
import type { AppAround } from '../../web/views/index.ts';

/** Apps that open the links of messages, posts and search results in a browser of their own. */
const APPS_WITH_BROWSER = [
  'FBA[NV]', // Facebook, Messenger
  'Instagram',
  'musical_ly',
  'BytedanceWebview', // TikTok
  'TikTok',
  'Line/',
  'MicroMessenger', // WeChat
  'Snapchat',
  'LinkedInApp',
  'Pinterest/',
  'Twitter for iP(?:hone|ad)',
  'TwitterAndroid',
  'GSA/', // Google's app on iOS
  'KAKAOTALK',
];
const WITH_BROWSER = new RegExp(`\\b(?:${APPS_WITH_BROWSER.join('|')})`);
/** Any app's webview: Android's says so, that of iOS lacks the token of Safari. */
const WEBVIEW = /; ?wv\)|(?:iPhone|iPad|iPod)(?!.*\bSafari\/)/;

/**
 * @param address of the page
 * @returns undefined in a browser
 */
export function appAround(userAgent = '', address: string): AppAround | undefined {
  const isBrowser = WITH_BROWSER.test(userAgent);
  if (!isBrowser && !WEBVIEW.test(userAgent)) {
    return undefined;
  }
  return { isBrowser, openHref: isBrowser && /\bAndroid\b/.test(userAgent) ? intentLink(address) : undefined };
}

/** Android opens it in the payer's own browser. */
function intentLink(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `intent://${host}${pathname}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`;
}
