/** Mails to people of the console. */
export { staffLetter } from './letter.ts';
export { reportContent } from './report-content.ts';
