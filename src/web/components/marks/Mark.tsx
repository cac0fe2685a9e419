/** Shows a symbol of the page; its meaning is given in words beside it. */
export function Mark({ of, look = 'mark' }: { of: string; look?: string }) {
  return (
    <svg class={look} width="30" height="20" aria-hidden="true">
      <use href={`#m-${of}`} />
    </svg>
  );
}
