/** A drawing that the page has as a symbol; its meaning stands beside it in words. */
export function Mark({ of, look = 'mark' }: { of: string; look?: string }) {
  return (
    <svg class={look} width="30" height="20" aria-hidden="true">
      <use href={`#m-${of}`} />
    </svg>
  );
}
