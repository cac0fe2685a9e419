/** Redirects the payer to the merchant at once. Not after Back, so that the payer can stay. */
const form = document.querySelector<HTMLFormElement>('[data-post]');
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (visit?.type !== 'back_forward') {
  form?.submit();
}

export {};
