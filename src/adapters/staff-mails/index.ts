/** Mails to people of the console. */
export { alarmContent } from './alarm-content.ts';
export { disputeContent } from './dispute-content.ts';
export { staffLetter } from './letter.ts';
export { reportContent } from './report-content.ts';
