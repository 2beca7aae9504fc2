/** The initials of a person. The name is the accessible name and the tooltip. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-wash text-[10px] leading-none font-semibold text-accent"
    >
      {initials(name)}
    </span>
  );
}

/** At most two letters, from the first and the last word. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s@.]+/u)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '?')][0]?.toUpperCase() ?? '').join('');
}
