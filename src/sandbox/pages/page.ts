/** The frame of every page of the sandbox. */
import { type ComponentChildren, html, markupText } from './markup.ts';

/** The site that shows a page. */
export interface Site {
  readonly name: string;
  /** The site's name as appended to a page's own title. */
  readonly titled: string;
  /** A class of the style sheet, which selects colours and widths. */
  readonly theme: string;
  readonly icon: string;
  /** The target of the site's name. Absent on pages that the payer must answer first. */
  readonly home?: string;
  readonly footer: string;
}

/** @returns the HTML of the document */
export function pageText(site: Site, title: string, content: ComponentChildren): string {
  const { name, titled, theme, icon, home, footer } = site;
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · ${titled}</title>
      <link rel="icon" href=${icon} />
      <link rel="stylesheet" href="/style.css" />
    </head>
    <body class=${theme}>
      <header class="top">
        ${home === undefined ? html`<p class="brand">${name}</p>` : html`<a class="brand" href=${home}>${name}</a>`}
        <p class="ribbon">Demo: no real money moves</p>
      </header>
      <main>${content}</main>
      <footer>${footer}</footer>
    </body>
  </html>`;
  return `<!doctype html>\n${markupText(page)}\n`;
}
