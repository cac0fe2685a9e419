/**
 * The choice of a language is sent with a form to pay, so that what was typed is kept. The server names the form that
 * was open; here it is the one that is open now.
 */
for (const button of document.querySelectorAll<HTMLButtonElement>('.languages button[form]')) {
  button.addEventListener('click', () => {
    const open = document.querySelector('details.method[open] form[id]');
    if (open !== null) {
      button.setAttribute('form', open.id);
    }
  });
}

/** Not every browser opens what a link inside the page leads to. */
document.querySelector('a.language')?.addEventListener('click', () => {
  document.querySelector('.languages details')?.setAttribute('open', '');
});
