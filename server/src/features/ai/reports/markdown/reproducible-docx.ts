import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/**
 * Makes a document depend on its content only. The docx library writes the current time into it and names links at
 * random, so that each export of an unchanged report would have another ETag.
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
    xml.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${date.toISOString()}`),
  );
  // The document names the links in the order of the text; its list of links follows.
  rewrite('word/document.xml', (xml) =>
    xml.replace(/(<w:hyperlink [^>]*r:id=")([^"]+)/g, (_, before: string, id: string) => before + linkId(id)),
  );
  rewrite('word/_rels/document.xml.rels', (xml) =>
    xml.replace(/ Id="([^"]+)"/g, (whole, id: string) => (linkIds.has(id) ? ` Id="${linkId(id)}"` : whole)),
  );
  return Buffer.from(zipSync(parts, { mtime: zipDate(date) }));
}

/** Zip files know the years from 1980 to 2107, and hours of no time zone: fflate writes those of this machine. */
function zipDate(date: Date): Date {
  const year = Math.min(2107, Math.max(1980, date.getUTCFullYear()));
  return new Date(year, date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes());
}
