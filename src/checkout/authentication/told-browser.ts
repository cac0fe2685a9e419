/** What a payer's browser tells of itself, by its headers and by the card form's script, as the bank is told it. */
import type { DeviceFields } from '../../contract/request-fields.ts';

/** What a browser's request says of it. */
export interface BrowserAgent {
  readonly userAgent?: string;
  readonly accept?: string;
  readonly acceptLanguage?: string;
}

/** Of headers; a bank takes no more. */
const HEADER_CHARACTERS_MAX = 2_048;

/** Width and height of the screen, colours, time zone, language, width and height of the window. */
const TOLD = /^(\d{1,6}),(\d{1,6}),(\d{1,2}),(-?\d{1,4}),([A-Za-z\d-]{1,35}),(\d{1,6}),(\d{1,6})$/;

/**
 * The frames that a bank's page may be written for, the largest first, and the windows that have room for each. On a
 * phone the page's script gives the frame the whole width.
 */
const FRAMES = [
  { size: '500_X_600', width: 500, height: 600, window: { width: 620, height: 700 } },
  { size: '390_X_400', width: 390, height: 400, window: { width: 390, height: 400 } },
  { size: '250_X_400', width: 250, height: 400, window: { width: 250, height: 0 } },
] as const;

/** Browsers inside of apps: what leads from a frame to another app is lost there. */
const WEBVIEW = /; ?wv\)|\bFB(?:AN|AV)\b|\bInstagram\b|\bLine\/|(?:iPhone|iPad|iPod)(?!.*\bSafari\/)/;

export interface ToldBrowser {
  readonly isScripted: boolean;
  readonly device: DeviceFields;
}

/** @param told what the form's script wrote; empty without one */
export function toldBrowser(
  told: string,
  { userAgent, accept, acceptLanguage }: BrowserAgent,
  from: string,
): ToldBrowser {
  const [, screenWidth, screenHeight, colorDepth, timeZone, language, width, height] = TOLD.exec(told) ?? [];
  const isScripted = screenWidth !== undefined;
  const spoken = language ?? acceptLanguage?.split(/[,;]/, 1)[0]?.trim();
  const isFramed = isScripted && !WEBVIEW.test(userAgent ?? '');
  return {
    isScripted,
    device: {
      ...(userAgent && { browser: userAgent.slice(0, HEADER_CHARACTERS_MAX) }),
      ipAddress: from,
      browserDetails: {
        '3DSecureChallengeWindowSize': (isFramed && frameFor(Number(width), Number(height))?.size) || 'FULL_SCREEN',
        ...(accept && { acceptHeaders: accept.slice(0, HEADER_CHARACTERS_MAX) }),
        ...(spoken && { language: spoken.slice(0, 35) }),
        javaScriptEnabled: String(isScripted),
        ...(isScripted && { colorDepth, screenWidth, screenHeight, timeZone, javaEnabled: 'false' }),
      },
    },
  };
}

/** Undefined: the window has room for none, and the bank's page gets all of it. */
function frameFor(width: number, height: number) {
  return FRAMES.find(({ window }) => width >= window.width && height >= window.height);
}

/** Pixels of the frame that the bank was told of; undefined where its page is to be one of its own. */
export function frameOf({
  browserDetails,
}: DeviceFields): { readonly width: number; readonly height: number } | undefined {
  const found = FRAMES.find(({ size }) => size === browserDetails?.['3DSecureChallengeWindowSize']);
  return found && { width: found.width, height: found.height };
}
