/** A mail to a person of the console, as plain text and as HTML. The console is in English, and so are its mails. */
import { html } from 'htm/preact';
import { Block, FactRows, FigureRows, Heading, htmlPage, type Letter, LinksAndContacts } from '../receipts/index.ts';
import type { StaffContent } from './content.ts';

const LOCALE = 'en';
const COLOR = '#1d5fbf';
const WARNINGS = {
  sandbox: 'This is a sandbox: no real money moves.',
  staging: 'Staging: no money is moved.',
} as const;
const CHOOSE = 'Choose other mails, or none';

export function staffLetter(content: StaffContent): Letter {
  return { subject: content.subject, text: plainText(content), html: htmlText(content), locale: LOCALE };
}

function plainText(content: StaffContent): string {
  const { testMode, merchantName, title, paragraphs, sections, links, notes, why, choiceAddress } = content;
  const blocks: readonly (readonly string[])[] = [
    testMode === undefined ? [] : [WARNINGS[testMode]],
    [merchantName],
    [title],
    ...paragraphs.map((line) => [line]),
    ...sections.map(({ heading, facts }) => [
      heading.toUpperCase(),
      ...facts.map(({ label, value }) => `${label}: ${value}`),
    ]),
    links.map(({ label, href }) => `${label}: ${href}`),
    notes,
    [why, `${CHOOSE}: ${choiceAddress}`],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function htmlText(content: StaffContent): string {
  const { subject, testMode, merchantName, title, paragraphs, sections, links, notes, why, choiceAddress } = content;
  const blocks = html`
    <${Block} style=""><strong style="font-size:18px" translate="no"><bdi>${merchantName}</bdi></strong><//>
    <${Block}>
      <h1 style="margin:0 0 8px;font-size:24px;line-height:1.25">${title}</h1>
      ${paragraphs.map((line) => html`<p style="margin:0 0 8px;overflow-wrap:anywhere">${line}</p>`)}
    <//>
    ${sections.map(
      ({ kind, heading, facts }) => html`<${Block}>
        <${Heading}>${heading}<//><${kind === 'FACTS' ? FactRows : FigureRows} facts=${facts} />
      <//>`,
    )}
    ${links.length > 0 && html`<${Block}><${LinksAndContacts} links=${links} contacts=${[]} /><//>`}
  `;
  const choose = html`${why} <a href=${choiceAddress} style="color:#1d5fbf">${CHOOSE}</a>`;
  const warning = testMode && WARNINGS[testMode];
  return htmlPage(
    { locale: LOCALE, direction: 'ltr', subject, color: COLOR, warning, foot: [...notes, choose] },
    blocks,
  );
}
