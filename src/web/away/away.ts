/**
 * The script of the away page, in it as text: shows the payer's language only, and goes on once the gateway answers
 * again.
 */
const sections = [...document.querySelectorAll('section')];
const matching = (language: string) => {
  const [base] = language.split('-');
  return (
    sections.find(({ lang }) => lang === language) ??
    sections.find(({ lang }) => lang === base) ??
    sections.find(({ lang }) => lang.split('-')[0] === base)
  );
};
const shown = [...navigator.languages, 'en'].map(matching).find((one) => one !== undefined)!;
for (const section of sections) {
  section.hidden = section !== shown;
}
document.documentElement.lang = shown.lang;
document.documentElement.dir = shown.dir;
document.title = shown.querySelector('h1')!.textContent;

// Always a GET of this address: the form that met no gateway is not sent again.
const goOn = () => location.replace(location.href.replace(/#.*/, ''));
const attempt = () =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
    .then(({ ok }) => ok)
    .catch(() => false)
    .then((isBack) => (isBack ? goOn() : setTimeout(attempt, 4000 + Math.random() * 4000)));
shown.querySelector('a')!.addEventListener('click', (event) => {
  event.preventDefault();
  goOn();
});
setTimeout(attempt, 2000 + Math.random() * 3000);
