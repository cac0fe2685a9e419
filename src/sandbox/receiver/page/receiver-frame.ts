import { type Html, html } from '../../shop/html.ts';

/** The frame of the receiver's page, in the style of the shop that the notifications are for. */
export function receiverFrame(content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What the shop was told · Sandbox</title>
<link rel="icon" href="/shop/icon.svg">
<link rel="stylesheet" href="/shop/style.css">
<link rel="stylesheet" href="/notifications/style.css">
</head>
<body>
<header class="top">
<a class="brand" href="/">Example Shop</a>
<p class="ribbon">Demo: no real money moves</p>
</header>
<main>
${content}
</main>
<footer>This receiver is part of Turnpike’s sandbox. It remembers until the sandbox stops.</footer>
</body>
</html>
`;
}
