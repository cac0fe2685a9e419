/** The page with the mails that the sandbox's mail server has received. */
import { html, type Markup } from '../pages/markup.ts';
import { pageText } from '../pages/page.ts';
import { SHOP } from '../pages/shop-site.ts';
import type { KeptMail } from './mailbox.ts';

/** The number of newest mails on the page. A longer page is hard to read. */
const SHOWN_MAX = 20;

const SITE = {
  ...SHOP,
  titled: 'Sandbox',
  theme: 'shop receiver',
  footer: 'This mail server is part of Turnpike’s sandbox. It delivers nothing, and remembers until the sandbox stops.',
};

/**
 * @param mails the mails, oldest first
 *   @param smtpUrl the address of the mail server, in the format of the setting `SMTP_URL`
 */
export function mailsPage(mails: readonly KeptMail[], smtpUrl: string | undefined): string {
  return pageText(
    SITE,
    'What payers were mailed',
    html`
      <h1>What payers were mailed</h1>
      <p class="lead">The mails that came, newest first. None of them leaves this machine.</p>
      <section class="came" aria-labelledby="came">
        <div class="bar">
          <h2 id="came">${mails.length === 0 ? 'Nothing came yet' : `${mails.length} came`}</h2>
          <a class="button quiet" href="/mails">Refresh</a>
        </div>
        ${mails.length === 0 && html`<${NothingCame} smtpUrl=${smtpUrl} />`}
        <ol class="deliveries">
          ${mails
            .slice(-SHOWN_MAX)
            .reverse()
            .map((mail) => html`<${Mail} mail=${mail} />`)}
        </ol>
      </section>
    `,
  );
}

function NothingCame({ smtpUrl }: { smtpUrl: string | undefined }): Markup {
  return html`<div class="empty">
    ${
      smtpUrl === undefined
        ? html`<p>No mail server runs here: <code>SMTP_URL</code> names none on this machine.</p>`
        : html`<p><a href="/">Buy something in the demo shop</a>: the receipt comes here, by <code>${smtpUrl}</code>.</p>`
    }
  </div>`;
}

function Mail({ mail }: { mail: KeptMail }): Markup {
  const { number, receivedAt, from, recipients, subject, text } = mail;
  return html`<li class="delivery">
    <p class="when">
      <time datetime=${receivedAt}>${receivedAt.replace('T', ' ').replace('Z', ' UTC')}</time>
    </p>
    <h3>${subject}</h3>
    <p>From ${from}, to ${recipients.join(', ')}</p>
    <iframe class="mail" src=${`/mails/${number}/html`} title=${`Mail ${number}: ${subject}`} sandbox="allow-popups"></iframe>
    <details>
      <summary>As plain text</summary>
      <pre class="whole">${text}</pre>
    </details>
    <p><a href=${`/mails/${number}/raw`}>The message as it came</a></p>
  </li>`;
}
