import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docx, paragraph, pdf } from '../../../test/documents.ts';
import { extractDocument } from './extract-document.ts';
import { docxType, sniff } from './sniff.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(bytes: Buffer | string): Promise<string> {
  const path = join(folder, `document-${Math.random().toString(36).slice(2)}`);
  await writeFile(path, bytes);
  return path;
}

describe('PDF', { timeout: 60_000 }, () => {
  test('returns every page with its number, including empty pages', async () => {
    const path = await file(pdf(['First page', '', 'Third page']));
    expect(await extractDocument(path, 'application/pdf')).toEqual({
      page_count: 3,
      pages: [
        { page: 1, text: 'First page' },
        { page: 2, text: '' },
        { page: 3, text: 'Third page' },
      ],
    });
  });

  test('refuses ten thousand pages with a message that states the number', async () => {
    const path = await file(pdf(Array.from({ length: 10_000 }, (_, i) => `Page ${i}`)));
    await expect(extractDocument(path, 'application/pdf')).rejects.toMatchObject({
      fault: 'too_large',
      message: expect.stringContaining('10000 pages'),
    });
  });

  test.each([
    ['damaged', () => Buffer.from('%PDF-1.7\n1 0 obj <<')],
    ['empty', () => Buffer.alloc(0)],
    ['cut in half', () => pdf(['a']).subarray(0, 60)],
  ])('refuses a PDF that is %s with a plain message', async (_case, bytes) => {
    const path = await file(bytes());
    await expect(extractDocument(path, 'application/pdf')).rejects.toMatchObject({
      name: 'MediaError',
      message: expect.stringMatching(/^[A-Z].+\.$/),
    });
  });

  test('ends the work at the time limit and when it is cancelled', async () => {
    const path = await file(pdf(Array.from({ length: 3_000 }, (_, i) => `Page ${i}`)));
    const slow = extractDocument(path, 'application/pdf', { limits: { timeoutMs: 50 } });
    await expect(slow).rejects.toMatchObject({ fault: 'timed_out' });
    const abort = new AbortController();
    const cancelled = extractDocument(path, 'application/pdf', { signal: abort.signal });
    setImmediate(() => abort.abort());
    await expect(cancelled).rejects.toMatchObject({ fault: 'cancelled' });
  });
});

describe('Word', { timeout: 60_000 }, () => {
  test("splits pages at Word's rendered page breaks", async () => {
    const body =
      paragraph('<w:t>One</w:t><w:br w:type="page"/>') +
      paragraph('<w:lastRenderedPageBreak/><w:t>Two</w:t><w:br/><w:t>lines</w:t>') +
      paragraph('<w:lastRenderedPageBreak/><w:t>Three</w:t>');
    const bytes = await docx(body);
    expect(await sniff(bytes, 'x')).toMatchObject({
      content_type: docxType,
      kind: 'document',
      inline: false,
    });
    expect(await extractDocument(await file(bytes), docxType)).toEqual({
      page_count: 3,
      pages: [
        { page: 1, text: 'One' },
        { page: 2, text: 'Two\nlines' },
        { page: 3, text: 'Three' },
      ],
    });
  });

  test("splits pages at the author's breaks if there are no rendered ones, and otherwise returns one page", async () => {
    const authored = await docx(paragraph('<w:t>One</w:t><w:br w:type="page"/><w:t>Two</w:t>'));
    expect((await extractDocument(await file(authored), docxType)).pages.map((p) => p.text)).toEqual([
      'One',
      'Two',
    ]);
    const plain = await docx(paragraph('<w:t>Only</w:t>'));
    expect((await extractDocument(await file(plain), docxType)).page_count).toBe(1);
  });

  test.each([
    ['unclosed breaks', '<w:br '.repeat(1_000_000)],
    ['line breaks', paragraph('<w:br/>'.repeat(300_000))],
    ['spaces inside a line', paragraph(`<w:t>a${' '.repeat(5_000_000)}b</w:t>`)],
    ['nested paragraphs', `${'<w:p>'.repeat(400_000)}x`],
    ['attributes', `<w:br ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
    ['text nodes', paragraph('<w:t>a<!-- --></w:t>'.repeat(200_000))],
  ])('takes linear time over many %s', { timeout: 120_000 }, async (_case, body) => {
    const path = await file(await docx(body));
    const read = extractDocument(path, docxType, { limits: { timeoutMs: 20_000 } });
    const fault = await read.then(
      () => undefined,
      (error) => error.fault,
    );
    expect(fault).not.toBe('timed_out');
  });

  test('reads visible text, without deleted words and field codes', async () => {
    const body =
      '<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:t>One</w:t><w:tab/><w:t xml:space="preserve"> &amp; two</w:t></w:r>' +
      '<w:del><w:r><w:t>gone</w:t><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t> new</w:t></w:r></w:ins>' +
      '<w:r><w:instrText>PAGE</w:instrText></w:r></w:p>' +
      '<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>';
    const { pages } = await extractDocument(await file(await docx(body)), docxType);
    expect(pages).toEqual([{ page: 1, text: 'One\t & two new\n\nCell' }]);
  });

  test('refuses a zip bomb by its declared size', { timeout: 240_000 }, async () => {
    const bomb = await docx(paragraph('<w:t>x</w:t>'), {
      'word/media/bomb.bin': Buffer.alloc(250 * 1024 * 1024),
    });
    expect(bomb.length).toBeLessThan(2_000_000);
    await expect(extractDocument(await file(bomb), docxType)).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('refuses a zip bomb that declares a smaller size', { timeout: 240_000 }, async () => {
    const bomb = await docx(paragraph('<w:t>x</w:t>'), {
      'word/media/bomb.bin': Buffer.alloc(250 * 1024 * 1024),
    });
    // The local header and the directory declare the size. Change both to 100.
    const declared = Buffer.alloc(4);
    declared.writeUInt32LE(250 * 1024 * 1024);
    for (let at = bomb.indexOf(declared); at >= 0; at = bomb.indexOf(declared, at + 4))
      bomb.writeUInt32LE(100, at);
    await expect(extractDocument(await file(bomb), docxType)).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('refuses a file that is not a Word document', async () => {
    const zip = await new JSZip().file('word/nothing', 'x').generateAsync({ type: 'nodebuffer' });
    for (const bytes of [zip, Buffer.from('PK\u0003\u0004 nothing'), Buffer.alloc(0)]) {
      await expect(extractDocument(await file(bytes), docxType)).rejects.toMatchObject({
        fault: 'unsupported',
      });
    }
  });
});

describe('text', () => {
  test.each([
    ['UTF-8', Buffer.from('Grüße\r\n日本')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße\n日本')],
    ['UTF-16 little-endian', Buffer.from('\ufeffGrüße\n日本', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeffGrüße\n日本', 'utf16le').swap16()],
  ])('reads %s', async (_case, bytes) => {
    const { pages } = await extractDocument(await file(bytes), 'text/plain');
    expect(pages).toEqual([{ page: 1, text: 'Grüße\n日本' }]);
  });

  test('reads Latin-1 if the bytes are not valid UTF-8', async () => {
    const { pages } = await extractDocument(await file(Buffer.from('Grüße', 'latin1')), 'text/markdown');
    expect(pages[0]?.text).toBe('Grüße');
  });

  test('splits pages at form feeds', async () => {
    expect((await extractDocument(await file('a\fb'), 'text/plain')).page_count).toBe(2);
  });

  test('refuses a file that is too large, missing or of another type', async () => {
    const path = await file('x'.repeat(100));
    const limits = { maxFileBytes: 99 };
    await expect(extractDocument(path, 'text/plain', { limits })).rejects.toMatchObject({
      fault: 'too_large',
    });
    await expect(extractDocument(path, 'image/png')).rejects.toMatchObject({ fault: 'unsupported' });
    await expect(extractDocument(`${path}.none`, 'text/plain')).rejects.toMatchObject({ fault: 'failed' });
  });
});
