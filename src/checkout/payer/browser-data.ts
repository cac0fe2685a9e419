/** The browser data that 3DS sends to the bank, from the request's headers and the card form's script. */
import type { DeviceFields } from '../../contract/request-fields.ts';

/** The headers of a browser's request that describe it. */
export interface BrowserAgent {
  readonly userAgent?: string;
  readonly accept?: string;
  readonly acceptLanguage?: string;
}

/** The limit of 3DS for a header's value. */
const HEADER_CHARACTERS_MAX = 2_048;

/** The script's value: width and height of the screen, colours, time zone, language, width and height of the window. */
const BROWSER_VALUES_PATTERN = /^(\d{1,6}),(\d{1,6}),(\d{1,2}),(-?\d{1,4}),([A-Za-z\d-]{1,35}),(\d{1,6}),(\d{1,6})$/;

/**
 * The challenge window sizes, the largest first, and the smallest browser window for each. On a phone the page's script
 * gives the frame the whole width.
 */
const FRAMES = [
  { size: '500_X_600', width: 500, height: 600, window: { width: 620, height: 700 } },
  // In such a window the frame is beside the page's text.
  { size: '600_X_400', width: 600, height: 400, window: { width: 1_024, height: 480 } },
  { size: '390_X_400', width: 390, height: 400, window: { width: 390, height: 400 } },
  { size: '250_X_400', width: 250, height: 400, window: { width: 250, height: 0 } },
] as const;

/** In-app browsers: a link from a frame to another app fails there. */
const WEBVIEW = /; ?wv\)|\bFB(?:AN|AV)\b|\bInstagram\b|\bLine\/|(?:iPhone|iPad|iPod)(?!.*\bSafari\/)/;

export interface BrowserData {
  readonly isScripted: boolean;
  readonly device: DeviceFields;
}

/** @param values the value from the form's script; empty without script */
export function readBrowserData(
  values: string,
  { userAgent, accept, acceptLanguage }: BrowserAgent,
  from: string,
): BrowserData {
  const [, screenWidth, screenHeight, colorDepth, timeZone, language, width, height] =
    BROWSER_VALUES_PATTERN.exec(values) ?? [];
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

/** Undefined: the window is too small for a frame, and the bank's page gets all of it. */
function frameFor(width: number, height: number) {
  return FRAMES.find(({ window }) => width >= window.width && height >= window.height);
}

/** Pixels of the frame that was requested from the bank; undefined where its page is shown in the whole window. */
export function frameOf({
  browserDetails,
}: DeviceFields): { readonly width: number; readonly height: number } | undefined {
  const found = FRAMES.find(({ size }) => size === browserDetails?.['3DSecureChallengeWindowSize']);
  return found && { width: found.width, height: found.height };
}
