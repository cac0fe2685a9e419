/** Redirects the payer to the merchant at once, but not a payer who came by the browser's Back button, and may stay. */
const form = document.querySelector<HTMLFormElement>('[data-post]');
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

if (visit?.type !== 'back_forward') {
  form?.submit();
}

export {};
