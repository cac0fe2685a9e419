/** Compressed texts with holes (RFC 1951, RFC 1952): packed once, filled with values many times. */
export { fillTemplate, lengthOf, plainText } from './fill-template.ts';
export { type PackedTemplate, packTemplate, VALUE_BYTES_MAX } from './packed-template.ts';
