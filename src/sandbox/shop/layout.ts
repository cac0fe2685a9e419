import { type Html, html } from './html.ts';

/** The frame of each page of the shop. */
export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Example Shop</title>
<link rel="icon" href="/shop/icon.svg">
<link rel="stylesheet" href="/shop/style.css">
</head>
<body>
<header class="top">
<a class="brand" href="/">Example Shop</a>
<p class="ribbon">Demo: no real money moves</p>
</header>
<main>
${content}
</main>
<footer>This shop is part of Turnpike’s sandbox. It uses the same REST interface as any merchant.</footer>
</body>
</html>
`;
}
