/**
 * A change of language is submitted with the payment form, so that typed values are kept. The server's markup names the
 * form that was open when it was rendered; here it becomes the one that is open now.
 */
for (const button of document.querySelectorAll<HTMLButtonElement>('.languages [name][form]')) {
  button.addEventListener('click', () => {
    const open = document.querySelector('details.method[open] form[id]');
    if (open !== null) {
      button.setAttribute('form', open.id);
    }
  });
}
