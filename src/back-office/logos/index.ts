/**
 * A merchant's logo: validates a file and writes a new one with only the parsed content, so that other content is not
 * served.
 */
export { LogoError } from './logo-error.ts';
export { LOGO_TYPES, type Logo, type LogoType, readLogo } from './read-logo.ts';
