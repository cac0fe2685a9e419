/**
 * Fills in the browser data for 3DS that only a script can read, in one hidden input of the card's form. An empty value
 * means that there is no script. Forms without authentication do not have the input.
 */
const { width, height, colorDepth } = screen;
const minutes = new Date().getTimezoneOffset();

for (const box of document.querySelectorAll<HTMLInputElement>('[name=browser]')) {
  box.value = [width, height, colorDepth, minutes, navigator.language, innerWidth, innerHeight].join();
}
