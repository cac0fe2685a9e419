/**
 * Redirects the payer's browser: to the ACS's method, to the challenge, or back to the merchant. Elements are made by
 * the DOM API, so that a page with Trusted Types needs no exception for this script.
 */
import { HEIGHT_MIN, WINDOW_SIZES } from './browser-details.ts';
import { container, isGateway } from './configuration.ts';
import type { RestJson } from './outcome.ts';

/** EMV 3-D Secure limits the wait for the method to ten seconds. */
const METHOD_MS_MAX = 10_000;
/** The message to the parent window from the method's last page, which the gateway serves. */
const METHOD_DONE = 'turnpike.method.done';

/** @returns resolves when the method has completed, or after the time limit */
export function runMethod({ methodUrl, methodPostData }: RestJson): Promise<void> {
  const frame = makeFrame('methodFrame');
  frame.hidden = true;
  container().append(frame);
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener('message', hear);
      clearTimeout(timer);
      frame.remove();
      resolve();
    };
    const hear = ({ data, origin, source }: MessageEvent) => {
      if (data === METHOD_DONE && isGateway(origin) && source === frame.contentWindow) {
        end();
      }
    };
    const timer = setTimeout(end, METHOD_MS_MAX);
    addEventListener('message', hear);
    post(methodUrl, { threeDSMethodData: methodPostData }, frame.name);
  });
}

/** Shows the challenge in a frame of the container. @param size that the bank was asked for */
export function challengeInFrame({ acsUrl, cReq }: RestJson, size: unknown): void {
  const frame = makeFrame('challengeFrame');
  frame.title = new URL(acsUrl).hostname;
  // Allows passkeys and codes from text messages, for any host that the bank redirects to.
  frame.allow = 'publickey-credentials-get *; otp-credentials *';
  const { height = 0, widest } = WINDOW_SIZES.find(({ name }) => name === size) ?? {};
  frame.style.cssText = `border: 0; display: block; margin: auto; width: 100%; height: 100%; min-height: ${height || HEIGHT_MIN}px`;
  if (widest !== undefined) {
    frame.style.maxWidth = `${widest}px`;
  }
  container().replaceChildren(frame);
  post(acsUrl, { creq: cReq }, frame.name);
  frame.focus();
}

/** Shows the challenge in the page's own window. */
export function challengeInWindow({ acsUrl, cReq }: RestJson): void {
  if (!isSentByPage('threedsChallengeRedirect')) {
    post(acsUrl, { creq: cReq }, '_self');
  }
}

/** Returns to the merchant after a frictionless authentication. */
export function goHome(html: string): void {
  if (!isSentByPage('threedsFrictionLessRedirect')) {
    const { action, fields } = formIn(html);
    post(action, fields, '_self');
  }
}

/**
 * Whether the page itself has sent the answer's form. Pages first insert the answer's HTML. If the page has run the
 * script in it, the form was sent and removed. If the script did not run, the form is still there. Then this script
 * posts a form of its own, since the one in the HTML targets the frame beside it.
 */
function isSentByPage(id: string): boolean {
  return document.getElementById(id) !== null && document.getElementById(`${id}Form`) === null;
}

const INPUT = /<input type="hidden" name="([^"]*)" value="([^"]*)">/g;

/**
 * The action and fields of the form in the answer's HTML, which the gateway wrote. It is parsed as text, so that it
 * does not become markup of the page.
 */
function formIn(html: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = decodeEntities(/ action="([^"]*)"/.exec(html)?.[1] ?? '');
  const fields = [...html.matchAll(INPUT)].map(([, name = '', value = '']) => [
    decodeEntities(name),
    decodeEntities(value),
  ]);
  return { action, fields: Object.fromEntries(fields) };
}

const ENTITIES: Readonly<Record<string, string>> = { '#39': "'", amp: '&', gt: '>', lt: '<', quot: '"' };

function decodeEntities(text: string): string {
  return text.replace(/&(#39|amp|gt|lt|quot);/g, (_entity, name: string) => ENTITIES[name]!);
}

function makeFrame(name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.id = name;
  frame.name = name;
  return frame;
}

/** Submits a form, which navigates a frame or the page. */
function post(action: string, fields: Readonly<Record<string, string>>, target: string): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  form.target = target;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
