import { diffWordsWithSpace } from 'diff';
import { texts } from './texts.ts';

/** Two texts in one: removed words are struck through, and added ones have another background. */
export function WordDiff({
  before,
  after,
  quoted = true,
}: {
  before: string;
  after: string;
  quoted?: boolean;
}) {
  let at = 0;
  const parts = diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    const key = at;
    at += value.length;
    if (added)
      return (
        <ins key={key} className="rounded-xs bg-accent-wash px-0.5 text-accent no-underline">
          {value}
        </ins>
      );
    if (removed)
      return (
        <del key={key} className="text-danger line-through">
          {value}
        </del>
      );
    return value;
  });
  const [open, close] = quoted ? texts.quoted('\0').split('\0') : ['', ''];
  return (
    <>
      {open}
      {parts}
      {close}
    </>
  );
}
