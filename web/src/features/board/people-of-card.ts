import type { Card } from '../../data/board-order.ts';

/** A label that every transcript uses: "Speaker 1" of two files are two people. */
const genericLabel = /^(speaker|sprecher|s)?[ _-]?\d*$/i;

/** How many people the card quotes. People with the same name in several files are one person. */
export function countPeople({ evidence }: Card): number {
  const people = evidence.flatMap(({ speaker, file_id }) => {
    const name = speaker?.trim() ?? '';
    if (!name) return [];
    return genericLabel.test(name) ? `${file_id} ${name}` : name.toLocaleLowerCase();
  });
  return new Set(people).size;
}
