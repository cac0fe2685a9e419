/** Numbers as shops write them on orders and invoices, and for customers and products: none is a card number. */
import type { SeededRandom } from '../support/random.ts';

type Form = (random: SeededRandom, sequence: number) => string;

const HEX = '0123456789abcdef';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FIRST_DAY = Date.UTC(2024, 0, 1);
const LAST_DAY = Date.UTC(2029, 0, 1);

const of = (alphabet: string, length: number, random: SeededRandom): string =>
  Array.from({ length }, () => alphabet[random.between(0, alphabet.length)]).join('');
const digits = (length: number, random: SeededRandom): string => of('0123456789', length, random);
const padded = (number: number, length: number): string => String(number).padStart(length, '0');
const moment = (random: SeededRandom): number => random.between(FIRST_DAY / 1000, LAST_DAY / 1000) * 1000;
/** `20261121153045123` */
const stamp = (random: SeededRandom): string =>
  new Date(moment(random) + random.between(0, 1000)).toISOString().replace(/\D/g, '');
const day = (random: SeededRandom): string => stamp(random).slice(0, 8);
const year = (random: SeededRandom): string => stamp(random).slice(0, 4);
const country = (random: SeededRandom): string => of('ABCDEFGHIJKLMNOPRSTUVWXYZ', 2, random);

export const ORDER_NUMBERS: Readonly<Record<string, Form>> = {
  'in sequence': (_random, sequence) => String(sequence),
  'in sequence, nine digits': (_random, sequence) => padded(100_000_000 + sequence, 9),
  'in sequence, ten digits, zeros first': (_random, sequence) => padded(sequence, 10),
  'a hash and a number': (_random, sequence) => `#${sequence}`,
  'prefix and number': (_random, sequence) => `ORD-${padded(sequence, 8)}`,
  'prefix stuck to twelve digits': (random) => `SO${digits(12, random)}`,
  'invoice: year and number': (random, sequence) => `INV-${year(random)}-${padded(sequence, 6)}`,
  'invoice with slashes': (random, sequence) =>
    `${stamp(random).slice(0, 6)}/${padded(sequence, 5)}/${country(random)}`,
  'invoice with dots': (random) => `${year(random)}.${digits(4, random)}.${digits(4, random)}.${digits(3, random)}`,
  'day and number': (random, sequence) => `${day(random)}-${padded(sequence, 6)}`,
  'day and number, stuck': (random, sequence) => day(random) + padded(sequence, 8),
  'day with dashes and number': (random, sequence) =>
    `${day(random).replace(/(....)(..)(..)/, '$1-$2-$3')}-${padded(sequence, 6)}`,
  'short year, 12 digits': (random) => stamp(random).slice(2, 14),
  'short year, 16 digits': (random) => stamp(random).slice(2, 14) + digits(4, random),
  'fourteen digits of a moment': (random) => stamp(random).slice(0, 14),
  'fifteen digits of a moment': (random) => stamp(random).slice(0, 15),
  'sixteen digits of a moment': (random) => stamp(random).slice(0, 16),
  'seventeen digits of a moment': (random) => stamp(random),
  'seconds since 1970 and a number': (random) => `${moment(random) / 1000}-${digits(4, random)}`,
  'milliseconds since 1970': (random) => String(moment(random) + random.between(0, 1000)),
  'microseconds since 1970': (random) => String(moment(random) + random.between(0, 1000)) + digits(3, random),
  'an ISO moment': (random) => new Date(moment(random)).toISOString(),
  'a marketplace’s 3-7-7': (random) => `${random.between(100, 999)}-${digits(7, random)}-${digits(7, random)}`,
  'a marketplace’s 2-5-5': (random) => `${padded(random.between(1, 28), 2)}-${digits(5, random)}-${digits(5, random)}`,
  'customer and number, sixteen digits': (random, sequence) =>
    padded(random.between(1, 10_000_000), 8) + padded(sequence, 8),
  'branch, till, day, number': (random) =>
    `${digits(3, random)}-${digits(2, random)}-${day(random)}-${digits(4, random)}`,
  'sixteen digits at random': (random) => digits(16, random),
  'thirteen digits, counting': (random) => String(random.between(5_000_000, 7_000_000)) + digits(6, random),
  'a product’s EAN-13': (random) => ean13(random),
  'an eighteen-digit message number': (random) => `1${digits(17, random)}`,
  'telephone, written abroad': (random) => `+49 ${random.between(150, 180)} ${digits(8, random)}`,
  'telephone, American': (random) => `+1 (${random.between(201, 990)}) ${digits(3, random)}-${digits(4, random)}`,
  'telephone, at home': (random) => `0${random.between(150, 180)}/${digits(8, random)}`,
  'a parcel of twenty digits': (random) => `00${digits(18, random)}`,
  'letters and digits': (random) => of(CROCKFORD, 10, random),
  'a UUID': (random) => uuid(random),
  'a ULID': (random) => `01${of(CROCKFORD, 24, random)}`,
  'an object’s id': (random) => of(HEX, 24, random),
  'half a digest': (random) => of(HEX, 16, random),
  'a digest': (random) => of(HEX, 64, random),
  'a basket in JSON': (random, sequence) =>
    JSON.stringify({ basket: sequence, items: [random.between(1, 999), random.between(1, 999)], total: '12.50' }),
  'amounts in a row': (random) => [0, 0, 0, 0].map(() => `${random.between(1, 999)}.${digits(2, random)}`).join(' '),
};

function uuid(random: SeededRandom): string {
  const hex = of(HEX, 32, random);
  return hex.replace(/(.{8})(.{3}).(.{3}).(.{3})(.{12}).*/, `$1-$2a-4$3-${of('89ab', 1, random)}$4-$5`);
}

function ean13(random: SeededRandom): string {
  const body = digits(12, random);
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 1 ? 3 : 1), 0);
  return body + String((10 - (sum % 10)) % 10);
}
