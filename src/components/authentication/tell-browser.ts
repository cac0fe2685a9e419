/**
 * Tells the payer's bank what only a script knows of the browser, in one hidden input of the card's form. Without
 * script it stays empty, which tells that there is none. A form that asks nothing has no such input.
 */
const { width, height, colorDepth } = screen;
const minutes = new Date().getTimezoneOffset();

for (const box of document.querySelectorAll<HTMLInputElement>('[name=browser]')) {
  box.value = [width, height, colorDepth, minutes, navigator.language, innerWidth, innerHeight].join();
}
