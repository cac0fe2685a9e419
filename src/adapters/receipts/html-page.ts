/** The page of a mail in HTML, without pictures and scripts: tables and inline styles, which every mail program has. */
import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { Block, type Markup, SOFT } from './html-parts.ts';

const SHEET = 'max-width:560px;margin:16px auto 0;background:#ffffff;border:1px solid #e2e2dd';
const BODY =
  'margin:0;padding:0 8px;background:#f4f4f1;color:#191c1f;font-size:16px;line-height:1.5;' +
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Noto Sans,Noto Sans Arabic,Arial,sans-serif';
const WARNING = 'background:#ffd566;color:#2b2100;font-size:14px';

export interface MailFrame {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: string;
  readonly subject: string;
  /** The colour of the stripe at the top, in CSS. */
  readonly color: string;
  /** A warning above all. */
  readonly warning: string | undefined;
  /** The lines below the sheet. */
  readonly foot: readonly (Markup | string)[];
}

/** @param blocks rows of the sheet, made of `Block` */
export function htmlPage({ locale, direction, subject, color, warning, foot }: MailFrame, blocks: Markup): string {
  const stripe = `padding:0;background:${color};font-size:0;line-height:4px`;
  const page = html`<html lang=${locale} dir=${direction}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="format-detection" content="telephone=no" />
      <title>${subject}</title>
    </head>
    <body style=${BODY}>
      <div lang=${locale} dir=${direction}>
        <table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style=${SHEET}>
          <${Block} style=${stripe}>\u00a0<//>
          ${warning !== undefined && html`<${Block} style=${WARNING}>${warning}<//>`}
          ${blocks}
        </table>
        ${foot.map((line) => html`<p style=${`max-width:560px;margin:16px auto;${SOFT};font-size:13px`}>${line}</p>`)}
      </div>
    </body>
  </html>`;
  const parts = [page].flat().map((part) => renderToString(part));
  return `<!doctype html>\n${parts.join('')}\n`;
}
