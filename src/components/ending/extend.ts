/** Loaded once the payer asks for more time: loading the page is a use of the session, and its answer is not shown. */

/**
 * @param more the button, which goes where the end cannot be put off again
 * @returns seconds until the new end; undefined where there is none, so that the page itself has to say why
 * @throws where no answer came
 */
export async function extension(address: string, more: HTMLElement): Promise<string | undefined> {
  const html = await (await fetch(address)).text();
  more.hidden = !html.includes('moreTime');
  return /data-ends-in="(\d+)"/.exec(html)?.[1];
}
