import JSZip from 'jszip';
import { docxType } from '../src/platform/media/sniff.ts';

/** Builds a PDF with one page for each text, in a font that every PDF reader includes. */
export function pdf(texts: string[]): Buffer {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'];
  const kids: string[] = [];
  for (const text of texts) {
    const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
    objects.push(`<</Length ${content.length}>>stream\n${content}\nendstream`);
    const resources = '/Resources<</Font<</F1 3 0 R>>>>/MediaBox[0 0 612 792]';
    objects.push(`<</Type/Page/Parent 2 0 R${resources}/Contents ${objects.length} 0 R>>`);
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = `<</Type/Pages/Count ${texts.length}/Kids[${kids.join(' ')}]>>`;
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = body.length;
    body += `${i + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${body}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`);
}

export function docx(bodyXml: string, extra: Record<string, string | Buffer> = {}): Promise<Buffer> {
  const zip = new JSZip();
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const main = `${docxType}.main+xml`.replace('document.main', 'document.main');
  zip.file(
    '[Content_Types].xml',
    `<?xml version="1.0"?><Types xmlns="${types}"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
  );
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  zip.file(
    '_rels/.rels',
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}" Target="word/document.xml"/></Relationships>`,
  );
  const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  zip.file(
    'word/document.xml',
    `<?xml version="1.0"?><w:document xmlns:w="${w}"><w:body>${bodyXml}</w:body></w:document>`,
  );
  for (const [name, content] of Object.entries(extra)) zip.file(name, content);
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

export const paragraph = (inside: string) => `<w:p><w:r>${inside}</w:r></w:p>`;
