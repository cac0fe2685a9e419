/**
 * Delay of an automatic redirect after the payer's last input: long enough to read the receipt, and to press the button
 * that stops it. WCAG 2.2, success criterion 2.2.1, allows a time limit of at least 20 seconds that simple input
 * extends.
 */
export const SECONDS_TO_READ = 20;
