/** Sends the payer on to the merchant at once. Whoever comes back to the page by Back is not sent away again. */
const form = document.querySelector<HTMLFormElement>('[data-homeward]');
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (visit?.type !== 'back_forward') {
  form?.submit();
}

export {};
