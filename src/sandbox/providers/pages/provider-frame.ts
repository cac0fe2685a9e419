/** The frame around each of a provider’s pages. */
import { type Html, html } from '../../shop/html.ts';
import type { ProviderKind } from '../kinds.ts';

/** The frame of each page of a provider. */
export function providerFrame(kind: ProviderKind, title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${kind.name}</title>
<link rel="icon" href="/providers/${kind.id}/icon.svg">
<link rel="stylesheet" href="/providers/style.css">
</head>
<body class="${kind.id}">
<header><p class="brand">${kind.name}</p><p class="ribbon">Demo: no real money moves</p></header>
<main>
${content}
</main>
<footer>${kind.name} is part of Turnpike’s sandbox.</footer>
</body>
</html>
`;
}
