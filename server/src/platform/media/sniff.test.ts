import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniff } from './sniff.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const mp4 = (brand: string) =>
  Buffer.concat([hex('00000018 66747970'), Buffer.from(brand), hex('00000200'), Buffer.from('isomiso2')]);

test.each([
  ['mp4', mp4('isom'), 'video/mp4', 'video'],
  ['m4a', mp4('M4A '), 'audio/mp4', 'audio'],
  ['mov', mp4('qt  '), 'video/quicktime', 'video'],
  [
    'wav',
    Buffer.concat([Buffer.from('RIFF'), hex('24000000'), Buffer.from('WAVEfmt ')]),
    'audio/wav',
    'audio',
  ],
  [
    'mp3',
    Buffer.concat([Buffer.from('ID3'), hex('03000000000000'), hex('fffb9064'), Buffer.alloc(600)]),
    'audio/mpeg',
    'audio',
  ],
  ['flac', Buffer.from('fLaC\0\0\0\u0022'), 'audio/flac', 'audio'],
  ['pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf', 'pdf'],
  [
    'png',
    Buffer.concat([hex('89504e470d0a1a0a 0000000d 49484452'), Buffer.alloc(17), hex('00000000 49444154')]),
    'image/png',
    'image',
  ],
  ['jpeg', hex('ffd8ffe000104a46494600010100'), 'image/jpeg', 'image'],
  ['gif', Buffer.from('GIF89a\u0001\0\u0001\0'), 'image/gif', 'image'],
])('%s is detected by its bytes, whatever its name is', async (_case, bytes, contentType, kind) => {
  expect(await sniff(bytes, 'evil.html')).toEqual({ content_type: contentType, kind, inline: true });
});

test.each([
  ['notes.txt', 'Some notes', 'text/plain'],
  ['notes', 'Grüße', 'text/plain'],
  ['notes.md', '# Title\n\ntext with <script> in it', 'text/markdown'],
  ['table.csv', 'a,b\n1,2', 'text/csv'],
  ['x.txt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi', 'text/vtt'],
  ['x.txt', '1\r\n00:00:00,000 --> 00:00:01,000\r\nHi', 'application/x-subrip'],
])('the text %s is a document and never inline', async (name, body, contentType) => {
  expect(await sniff(Buffer.from(body), name)).toEqual({
    content_type: contentType,
    kind: 'document',
    inline: false,
  });
});

describe('content that a browser would execute is other and never inline', () => {
  test.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['svg behind xml and a comment', '<?xml version="1.0"?><!-- x --><svg onload="alert(1)"/>'],
    ['html', '<!DOCTYPE html><title>x</title>'],
    ['html without a doctype', '  \n<html><body>x'],
    ['a script in plain text', 'hello <script>alert(1)</script>'],
    ['xml', '<?xml version="1.0"?><x/>'],
    ['a playlist', '#EXTM3U\nfile:///etc/passwd'],
    ['a list of files', "ffconcat version 1.0\nfile '/etc/passwd'"],
  ])('%s', async (_case, body) => {
    expect(await sniff(Buffer.from(body), 'holiday.png')).toMatchObject({ kind: 'other', inline: false });
    const wide = Buffer.from(`\ufeff${body}`, 'utf16le');
    expect(await sniff(wide, 'holiday.png')).toMatchObject({ kind: 'other', inline: false });
  });

  test.each([
    ['a GIF that is a script', Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    [
      'a JPEG with a page in its comment',
      Buffer.concat([hex('ffd8fffe0040'), Buffer.from('<html><script>alert(1)</script>')]),
    ],
    [
      'a picture that is also a PDF',
      Buffer.concat([hex('ffd8ffe000104a46494600010100'), Buffer.from('%PDF-1.4\n1 0 obj')]),
    ],
    ['a PDF that is also a page', Buffer.from('%PDF-1.4\n<html><script>alert(1)</script>')],
  ])('%s', async (_case, bytes) => {
    expect(await sniff(bytes, 'x.png')).toEqual({
      content_type: 'application/octet-stream',
      kind: 'other',
      inline: false,
    });
  });
});

test('empty files and zeros are other', async () => {
  expect(await sniff(Buffer.alloc(0), 'x.mp4')).toMatchObject({ kind: 'other', inline: false });
  expect(await sniff(Buffer.alloc(1000), 'x.mp4')).toMatchObject({ kind: 'other', inline: false });
});

test('arbitrary bytes never throw, and text is never inline', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.string(), async (bytes, name) => {
      const found = await sniff(Buffer.from(bytes), name);
      if (found.inline) expect(found.content_type).toMatch(/^(video|audio|image)\/|^application\/pdf$/);
    }),
  );
});
