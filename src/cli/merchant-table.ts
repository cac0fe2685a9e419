/** Commands about merchants, their links, and the people and limits of an installation. */
import { type CliCommand, ofMerchant, withoutArguments } from './command.ts';
import { invitePerson, listPeople, removePerson, resetFactor } from './console-commands.ts';
import { liftLimit, showLimits } from './limit-commands.ts';
import { createLink, drawLink, endLink, LINK_ID, listLinks, showLink } from './link-commands.ts';
import { mailLink } from './link-mail.ts';
import { putLogo } from './logo-commands.ts';
import { installMarksCommand, removeMarksCommand } from './mark-commands.ts';
import {
  disableMerchant,
  enableMerchant,
  listMerchants,
  merchantInFile,
  putMerchant,
  removeMerchant,
  setMerchant,
  showMerchant,
} from './merchant-commands.ts';
import { changePassword } from './merchant-password.ts';

export const MERCHANT_COMMANDS: readonly CliCommand[] = [
  {
    name: 'merchant put',
    args: 'FILE.json [--password VALUE]',
    summary: "create or replace a merchant's profile",
    merchantsIn: merchantInFile,
    run: putMerchant,
  },
  {
    name: 'merchant set',
    args: 'ID MEMBER=VALUE…',
    summary: "change members of a merchant's profile, and leave the others",
    merchantsIn: ofMerchant,
    run: setMerchant,
  },
  {
    name: 'merchant list',
    args: '',
    summary: 'all merchants',
    lists: true,
    takesAll: withoutArguments,
    run: listMerchants,
  },
  { name: 'merchant show', args: 'ID', summary: "one merchant's profile", merchantsIn: ofMerchant, run: showMerchant },
  {
    name: 'merchant logo',
    args: 'ID FILE|--none',
    summary: 'show a PNG or SVG on its payment pages, or none',
    merchantsIn: ofMerchant,
    run: putLogo,
  },
  {
    name: 'marks install',
    args: 'DIR',
    summary: 'show official artwork of card schemes and wallets on all payment pages',
    isOfAllStores: true,
    run: installMarksCommand,
  },
  {
    name: 'marks remove',
    args: '',
    summary: 'show our own drawings again',
    isOfAllStores: true,
    run: removeMarksCommand,
  },
  {
    name: 'merchant password',
    args: 'ID [--keep HOURS|--retire]',
    summary: 'make a new API password and print it once; the old one stays valid for a day; or end the old ones now',
    merchantsIn: ofMerchant,
    run: changePassword,
  },
  {
    name: 'merchant disable',
    args: 'ID',
    summary: 'refuse its credentials and its pages until it is enabled',
    merchantsIn: ofMerchant,
    run: disableMerchant,
  },
  { name: 'merchant enable', args: 'ID', summary: 'end that', merchantsIn: ofMerchant, run: enableMerchant },
  {
    name: 'merchant remove',
    args: 'ID',
    summary: 'remove a merchant that has no orders',
    erases: true,
    merchantsIn: ofMerchant,
    run: removeMerchant,
  },
  {
    name: 'link create',
    args: 'MERCHANT --currency CODE --amount AMOUNT|--max AMOUNT [--once|--payments N] [--until TIME]…',
    summary: 'make a link that takes payments, for a merchant without a server',
    merchantsIn: ofMerchant,
    run: createLink,
  },
  {
    name: 'link list',
    args: 'MERCHANT',
    summary: "a merchant's links, the newest first",
    lists: true,
    merchantsIn: ofMerchant,
    run: listLinks,
  },
  {
    name: 'link show',
    args: 'ID',
    summary: 'a link, and the orders that were paid by it',
    namedById: LINK_ID,
    run: showLink,
  },
  {
    name: 'link qr',
    args: 'ID FILE.png|FILE.svg',
    summary: 'write the link as a QR code',
    namedById: LINK_ID,
    run: drawLink,
  },
  {
    name: 'link mail',
    args: 'ID ADDRESS [--language TAG]',
    summary: "mail the link to a payer, in the payer's language; the address is not stored",
    namedById: LINK_ID,
    run: mailLink,
  },
  {
    name: 'link end',
    args: 'ID',
    summary: 'end a link: nobody can pay by it any more',
    namedById: LINK_ID,
    run: endLink,
  },
  {
    name: 'console invite',
    args: 'E-MAIL --role ROLE [--merchant ID]',
    summary: 'give a person a role in the console, and print a link that sets up the account',
    isOfAllStores: true,
    run: invitePerson,
  },
  {
    name: 'console reset-factor',
    args: 'E-MAIL',
    summary: 'end password, authenticator app and sessions of a person, and print a link that sets them up again',
    isOfAllStores: true,
    run: resetFactor,
  },
  {
    name: 'console list',
    args: '',
    summary: 'the people of the console, and their roles',
    lists: true,
    isOfAllStores: true,
    run: listPeople,
  },
  {
    name: 'console remove',
    args: 'E-MAIL [--merchant ID]',
    summary: 'end the role at one merchant; or remove the person with all roles, and end the sessions',
    isOfAllStores: true,
    run: removePerson,
  },
  {
    name: 'limits show',
    args: 'MERCHANT',
    summary: 'cards, ranges and payers with declined payments, and which of them are limited',
    lists: true,
    merchantsIn: ofMerchant,
    run: showLimits,
  },
  {
    name: 'limits lift',
    args: 'MERCHANT CARD|RANGE|PAYER',
    summary: 'forget the declines of a card, range or payer, as limits show prints it',
    merchantsIn: ofMerchant,
    run: liftLimit,
  },
];
