/** A merchant's logo: judged and made anew from what was understood of a file, so that nothing else of it is served. */
export { LogoError } from './logo-error.ts';
export { LOGO_TYPES, type Logo, type LogoType, readLogo } from './read-logo.ts';
