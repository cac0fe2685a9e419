/** Loaded when the payer asks for more time. Requesting the page extends the session; the response is not displayed. */

/**
 * @param more the button, hidden once the session cannot be extended again
 * @returns seconds until the new end; undefined where the response has no end, so that the caller must load the page
 * @throws if the request fails
 */
export async function requestExtension(address: string, more: HTMLElement): Promise<string | undefined> {
  const html = await (await fetch(address)).text();
  more.hidden = !html.includes('moreTime');
  return /data-ends-in="(\d+)"/.exec(html)?.[1];
}
