/**
 * Adds what only a script can read of the browser: the time zone, to each form, and the browser data for 3DS, in one
 * hidden input of the card's form. An empty value means that there is no script. Forms without authentication do not
 * have the input.
 */
// For the times in mails. A form's data is also made for a form that the browser itself sends.
addEventListener('formdata', ({ formData }) => {
  formData.set('timeZone', Intl.DateTimeFormat().resolvedOptions().timeZone);
});

const { width, height, colorDepth } = screen;
const minutes = new Date().getTimezoneOffset();

for (const box of document.querySelectorAll<HTMLInputElement>('[name=browser]')) {
  box.value = [width, height, colorDepth, minutes, navigator.language, innerWidth, innerHeight].join();
}
