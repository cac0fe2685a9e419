/** The guides that the gateway serves below `/docs/guide/`, by chapter, in the order in which to read them. */

export interface Chapter {
  readonly title: string;
  readonly doc: string;
  /** One sentence about each guide, by the path of its Markdown file below `docs/`. */
  readonly guides: Readonly<Record<string, string>>;
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Start',
    doc: 'From the first request to payments with money.',
    guides: {
      'guide/first-payment.md': 'From curl to a shop with verified notifications, in Node, Python or PHP.',
      'guide/sandbox.md': 'Test cards, and the simulators of banks and providers.',
      'guide/sandbox-control.md': 'Make the sandbox’s parts fail, and read their ledgers.',
      'guide/shop-development.md': 'The gateway in your tests, notifications on your laptop, and histories by name.',
      'guide/going-live.md': 'The steps from the sandbox to live payments.',
    },
  },
  {
    title: 'Take payments',
    doc: 'Each way to pay, and the results that your server reads.',
    guides: {
      'guide/checkout.md': 'A checkout on the hosted page, from the first request to the result.',
      'guide/links.md': 'Links that take payments, without a server.',
      'guide/finding-orders.md': 'A list of your orders, with filters.',
      'guide/hosted-fields.md': 'Card fields on your own page, in frames of the gateway.',
      'guide/validate.md': 'List the problems of a checkout before a payer pays.',
      'guide/apps.md': 'The hosted page inside your app, with kits for Android and iOS.',
      'guide/scripts.md': 'The scripts for your shop’s pages, and why a redirect is better.',
      'guide/scripts-for-assessors.md': 'One page about the scripts, for an assessor of PCI DSS.',
      'guide/browser-payments.md': 'Payments at a provider, without the hosted page.',
      'guide/paypal.md': 'Requirements, set-up and limits of PayPal.',
      'guide/open-banking.md': 'Transfers from the payer’s bank.',
      'guide/pix.md': 'Pix, by a code that the payer’s bank reads.',
      'guide/saved-cards.md': 'Payers save a card on the page, pay with it again, and delete it.',
      'guide/wallets.md': 'Tokens of Apple Pay and Google Pay, from your app or page.',
      'guide/payer-authentication.md': 'EMV 3-D Secure on the page, and by your server.',
      'guide/risk.md': 'Rules that decline a payment, or hold it for a review.',
      'guide/tokens.md': 'Stored cards, gift cards and bank accounts.',
      'guide/notifications.md': 'The body, its signature, the retries.',
      'guide/shop-check.md': 'Thirty payment histories played against your shop, and what it did wrong.',
      'guide/gallery.md': 'Shops, plugins and packages that run, and how to start each.',
      'guide/packages.md': 'Packages of JavaScript for your shop, with types.',
      'guide/return-receipts.md': 'A signed result on the payer’s return to the shop, verified without a secret.',
      'guide/receipts.md': 'Receipts on paper and by mail.',
    },
  },
  {
    title: 'Operate the gateway',
    doc: 'For the operator: settings, merchants, keys, backups, metrics.',
    guides: {
      'operating/README.md': 'Where to begin, and the daily tasks.',
      'operating/settings.md': 'Every setting that a process reads at its start.',
      'guide/console.md': 'Where staff of merchants and operators sign in, and their roles.',
      'operating/merchant-profile.md': 'Every field of a merchant’s profile.',
      'operating/command-line.md': 'The operator’s commands.',
      'operating/abuse.md': 'Limits on declined cards, and card testing.',
      'operating/keys.md': 'Keys, their rotation, and keys in devices.',
      'operating/tls.md': 'Certificates of the gateway, and client certificates.',
      'operating/proxies.md': 'nginx, HAProxy and Caddy in front of the gateway.',
      'operating/high-availability.md': 'Two gateways, a proxy, and PostgreSQL’s hosts and roles.',
      'operating/systemd.md': 'The unit of systemd, its settings and secrets.',
      'operating/postgresql.md': 'Several processes on one database.',
      'operating/backup.md': 'Backups, and the steps after a restore.',
      'operating/upgrade.md': 'A new release without downtime.',
      'operating/reconciliation.md': 'Compare the orders with the acquirer’s ledger.',
      'operating/settlement.md': 'Payout reports, and their differences from the orders.',
      'operating/retention.md': 'Retention periods, and the erasure of a customer.',
      'operating/audit.md': 'The audit trail.',
      'operating/metrics.md': 'Every metric.',
      'operating/page-integrity.md': 'Check the scripts of the payment page.',
      'operating/inventories.md': 'Stored data and cryptography, for an assessor.',
      'guide/bin-table.md': 'Brand, funding method and country by a card’s first digits.',
      'guide/pci.md': 'The requirements of PCI DSS for the operator.',
    },
  },
];
