/** The browser data for the bank, as `device.browserDetails`. */

/**
 * Window sizes of EMV 3-D Secure, ordered so that the first that fits the container is used. A frame may be wider than
 * its size, up to the next one, so that it fills the container.
 */
export const WINDOW_SIZES = [
  { name: '600_X_400', width: 600, height: 400, widest: 600 },
  { name: '500_X_600', width: 500, height: 600, widest: 599 },
  { name: '390_X_400', width: 390, height: 400, widest: 499 },
  { name: '250_X_400', width: 0, height: 0, widest: 389 },
] as const;

/** The least height of each size. A lower container grows with its frame. */
export const HEIGHT_MIN = 400;

/** @param room the container of the bank's page; undefined: the whole window */
export function browserDetails(language: string, room: Element | undefined): Record<string, unknown> {
  return {
    '3DSecureChallengeWindowSize': room === undefined ? 'FULL_SCREEN' : windowSize(room),
    colorDepth: screen.colorDepth,
    javaEnabled: false,
    javaScriptEnabled: true,
    language,
    screenHeight: screen.height,
    screenWidth: screen.width,
    timeZone: new Date().getTimezoneOffset(),
  };
}

function windowSize({ clientWidth, clientHeight }: Element): string {
  const room = clientHeight < HEIGHT_MIN ? innerHeight : Math.min(clientHeight, innerHeight);
  return WINDOW_SIZES.find(({ width, height }) => clientWidth >= width && room >= height)?.name ?? '250_X_400';
}
