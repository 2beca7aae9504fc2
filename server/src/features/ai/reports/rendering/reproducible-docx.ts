import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/**
 * Makes the bytes depend only on the content. The docx library writes the current time and random link ids, which would give
 * each export of an unchanged report another ETag.
 */
export function makeReproducible(document: Buffer, date: Date): Buffer {
  const parts = unzipSync(document);
  const linkIds = new Map<string, string>();
  const linkId = (id: string) => {
    const known = linkIds.get(id) ?? `rIdLink${linkIds.size + 1}`;
    linkIds.set(id, known);
    return known;
  };
  const rewrite = (path: string, change: (xml: string) => string) => {
    const part = parts[path];
    if (part) parts[path] = strToU8(change(strFromU8(part)));
  };
  rewrite('docProps/core.xml', (xml) =>
    xml.replace(/(<dcterms:(?:created|modified)[^<>]*>)[^<]*/g, `$1${date.toISOString()}`),
  );
  // Numbers the links in the order of the text, then applies the same ids to the list of links.
  rewrite('word/document.xml', (xml) =>
    xml.replace(
      /(<w:hyperlink [^<>]*r:id=")([^"]+)/g,
      (_, before: string, id: string) => before + linkId(id),
    ),
  );
  rewrite('word/_rels/document.xml.rels', (xml) =>
    xml.replace(/ Id="([^"]+)"/g, (whole, id: string) => (linkIds.has(id) ? ` Id="${linkId(id)}"` : whole)),
  );
  return Buffer.from(zipSync(parts, { mtime: zipDate(date) }));
}

/** Zip files have local times between 1980 and 2107. fflate writes the local time, so this keeps the UTC fields. */
function zipDate(date: Date): Date {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()));
  return new Date(year, date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes());
}
