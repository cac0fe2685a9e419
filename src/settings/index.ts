/** The program’s settings, read from the environment and validated at once. */
export type { MailSettings } from './mail-settings.ts';
export { readSettings, type Settings } from './settings.ts';
