/**
 * Names that look the same are equal: case, width and spacing are ignored. Case includes letters that become two: “STRASSE” is
 * the upper case of “straße”. Turkish “ı” is a letter of its own: “ılık” and “ilik” are different words.
 */
export const nameKey = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/[^ı]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .trim()
    .replace(/\s+/g, ' ');
