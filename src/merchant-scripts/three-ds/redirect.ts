/**
 * Where the payer's browser goes: the bank's hidden page, its challenge, or home. Elements are made one by one, so that
 * a page whose policy wants Trusted Types needs no exception for this script.
 */
import { container, isGateway } from './configuration.ts';
import type { RestAnswer } from './outcome.ts';

/** EMV 3-D Secure: nobody waits longer for the method. */
const METHOD_MS_MAX = 10_000;
/** What the method's last page, which is the gateway's, says to the page around it. */
const METHOD_DONE = 'turnpike.method.done';

/** @returns when the bank has looked at the browser, or time is up */
export function runMethod({ methodUrl, methodPostData }: RestAnswer): Promise<void> {
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

/** Into the container's frame. */
export function challengeInFrame({ acsUrl, cReq }: RestAnswer): void {
  const frame = makeFrame('challengeFrame');
  frame.title = new URL(acsUrl).hostname;
  // Passkeys, and codes from text messages, of whichever host the bank leads on to.
  frame.allow = 'publickey-credentials-get *; otp-credentials *';
  frame.style.cssText = 'border: 0; width: 100%; height: 100%; min-height: 400px';
  container().replaceChildren(frame);
  post(acsUrl, { creq: cReq }, frame.name);
  frame.focus();
}

/** In the page's own window. */
export function challengeInWindow({ acsUrl, cReq }: RestAnswer): void {
  if (!isSentByPage('threedsChallengeRedirect')) {
    post(acsUrl, { creq: cReq }, '_self');
  }
}

/** Home to the merchant, where the bank asked nothing. */
export function goHome(html: string): void {
  if (!isSentByPage('threedsFrictionLessRedirect')) {
    const { action, fields } = formIn(html);
    post(action, fields, '_self');
  }
}

/**
 * Pages put the answer's HTML into themselves first. Where its script did not run, its form is still there, and ours is
 * posted in its place: the HTML's own goes into the frame beside it. Where the page ran the script, the form is gone,
 * and the bank or the merchant has had it.
 */
function isSentByPage(id: string): boolean {
  return document.getElementById(id) !== null && document.getElementById(`${id}Form`) === null;
}

const INPUT = /<input type="hidden" name="([^"]*)" value="([^"]*)">/g;

/** The answer's own HTML, whose form is the gateway's. Read as text: nothing of it becomes markup of the page. */
function formIn(html: string): { readonly action: string; readonly fields: Record<string, string> } {
  const action = unescaped(/ action="([^"]*)"/.exec(html)?.[1] ?? '');
  const fields = [...html.matchAll(INPUT)].map(([, name = '', value = '']) => [unescaped(name), unescaped(value)]);
  return { action, fields: Object.fromEntries(fields) };
}

const ENTITIES: Readonly<Record<string, string>> = { '#39': "'", amp: '&', gt: '>', lt: '<', quot: '"' };

function unescaped(text: string): string {
  return text.replace(/&(#39|amp|gt|lt|quot);/g, (_entity, name: string) => ENTITIES[name]!);
}

function makeFrame(name: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.id = name;
  frame.name = name;
  return frame;
}

/** The way of a form, which leads a frame or the page on. */
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
