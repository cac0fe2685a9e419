/**
 * A merchant's logo: validates a file and writes a new one with only the parsed content, so that other content is not
 * served.
 */
export { LOGO_TYPES, type LogoType } from './drawn-picture.ts';
export { LogoError } from './logo-error.ts';
export { type Logo, readLogo } from './read-logo.ts';
