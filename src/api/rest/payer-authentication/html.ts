/**
 * HTML that a merchant's page inserts to take the payer's browser through the authentication. Pages insert it by
 * innerHTML and run the script's text themselves, submit the form by its id, or extract `creq` from it. So ids, names
 * and the notation of inputs are part of the interface.
 */

/** The fields of a form and their values. */
export type FormFields = Readonly<Record<string, string>>;

/** Browser features for the ACS's page: passkeys, and codes from text messages. Its hosts are not known in advance. */
const CHALLENGE_FEATURES = 'publickey-credentials-get *; otp-credentials *';

const METHOD_SCRIPT = 'initiate-authentication-script';
const CHALLENGE_SCRIPT = 'authenticate-payer-script';

/** A hidden frame in which the issuer collects browser data. The page continues meanwhile. */
export function methodHtml(url: string, threeDSMethodData: string): string {
  const form = 'initiate3dsSimpleRedirectForm';
  return element('div', { id: 'initiate3dsSimpleRedirect' }, [
    frame('methodFrame', {
      height: '100',
      width: '200',
      style: 'display: none',
      tabindex: '-1',
      'aria-hidden': 'true',
    }),
    postForm(form, url, 'methodFrame', { threeDSMethodData }),
    submission(METHOD_SCRIPT, form),
  ]);
}

/** The HTML for an issuer without a method. Pages look for the script and run it, so it is present but empty. */
export const NO_METHOD_HTML: string = element('script', { id: METHOD_SCRIPT }, []);

/** `3DSecureChallengeWindowSize`, but for FULL_SCREEN. */
const SIZE = /^(\d{3})_X_(\d{3})$/;

/**
 * A frame for the issuer's challenge.
 *
 * @param size `3DSecureChallengeWindowSize` of the request. The frame has this size, but is never wider than its place;
 *   without a size, it is as large as the page
 */
export function challengeHtml(acsUrl: string, creq: string, size = ''): string {
  const [, width, height] = SIZE.exec(size) ?? [];
  const room = width === undefined ? PAGE_ROOM : `height: ${height}px; max-width: ${width}px`;
  const more = { allow: CHALLENGE_FEATURES, ...(width !== undefined && { style: 'border: 0' }) };
  return framedForm('threedsChallengeRedirect', acsUrl, { creq }, more, room);
}

/** The HTML for a frictionless authentication, which returns to the merchant at once. Pages expect a frame here too. */
export function returnHtml(url: string, fields: FormFields): string {
  return framedForm('threedsFrictionLessRedirect', url, fields);
}

const PAGE_ROOM = 'height: 100vh';

/** The frame's title is the host, since the language of the merchant's page is unknown. */
function framedForm(id: string, url: string, fields: FormFields, more: FormFields = {}, style = PAGE_ROOM): string {
  const form = `${id}Form`;
  return element('div', { id, style }, [
    postForm(form, url, 'challengeFrame', fields),
    frame('challengeFrame', { width: '100%', height: '100%', title: new URL(url).hostname, ...more }),
    submission(CHALLENGE_SCRIPT, form),
  ]);
}

const OLDER_FORM = 'olderAuthenticationForm';

/** The body of a page that posts itself, with a button for browsers without script. */
export function simpleHtml(url: string, fields: FormFields): string {
  const button = '<noscript><input type="submit" value="&#8594;"></noscript>';
  const form = postForm(OLDER_FORM, url, undefined, fields).replace('</form>', `${button}</form>`);
  return `${form}<script>document.getElementById("${OLDER_FORM}").submit();</script>`;
}

function postForm(id: string, action: string, target: string | undefined, fields: FormFields): string {
  const inputs = Object.entries(fields).map(([name, value]) => voidElement('input', { type: 'hidden', name, value }));
  return element('form', { id, method: 'POST', action, ...(target !== undefined && { target }) }, inputs);
}

function frame(name: string, more: FormFields): string {
  return element('iframe', { id: name, name, ...more }, []);
}

/** The script contains no caller data. It removes the form, so that a page shown again does not post again. */
function submission(id: string, form: string): string {
  const script = `var e=document.getElementById("${form}");if(e){e.submit();if(e.parentNode!==null){e.parentNode.removeChild(e);}}`;
  return element('script', { id }, [script]);
}

/** @param inner HTML, which is not escaped */
function element(name: string, attributes: FormFields, inner: readonly string[]): string {
  return `${voidElement(name, attributes)}${inner.join('')}</${name}>`;
}

function voidElement(name: string, attributes: FormFields): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`);
  return `<${name}${written.join('')}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

function escapeAttribute(text: string): string {
  return text.replace(/["&'<>]/g, (character) => ESCAPES[character]!);
}
