/** The program’s settings, read from the environment and validated at once. */
export { pemCertificates } from './pem.ts';
export { readSettings, type Settings } from './settings.ts';
