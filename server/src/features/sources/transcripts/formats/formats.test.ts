import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../../../../test/any-text.ts';
import { csvCell } from '../../../../foundation/csv.ts';
import { AppError } from '../../../../foundation/errors.ts';
import { exportFilename, exportFormats, exportTranscript, formatTranscript } from './format-transcript.ts';
import { parseSubtitles } from './parse-subtitles.ts';
import type { PlainSegment } from './segment.ts';

const segments: PlainSegment[] = [
  { speaker: 'Anna', start_seconds: 0, end_seconds: 2.5, text: 'Hello & welcome <b>not a tag</b>' },
  { speaker: 'Ben "B." <x>', start_seconds: 2.5, end_seconds: 3661.007, text: 'First line\nsecond --> line' },
];
const transcript = { name: 'Interview 1.mp4', language: 'en', segments };

describe('VTT', () => {
  test('an exported transcript is imported unchanged', () => {
    expect(parseSubtitles(formatTranscript(transcript, 'vtt'))).toEqual(segments);
  });

  test('any speaker and any text are unchanged after export and import', () => {
    const words = anyText({ minLength: 1, maxLength: 40 }).map((s) => s.replace(/\s+/g, ' ').trim());
    const spoken = fc.record({ speaker: words, text: words }).filter(({ speaker, text }) => {
      const control = /\p{Cc}|[\u2028\u2029\ufeff]/u;
      return speaker !== '' && text !== '' && !control.test(speaker + text);
    });
    fc.assert(
      fc.property(fc.array(spoken, { minLength: 1, maxLength: 8 }), (said) => {
        const made = said.map((s, i) => ({ ...s, start_seconds: i, end_seconds: i + 0.75 }));
        expect(parseSubtitles(formatTranscript({ name: 'x', segments: made }, 'vtt'))).toEqual(made);
      }),
    );
  });

  test('notes, styles, ids, settings, classes and inner tags are parsed', () => {
    const text = [
      '\ufeffWEBVTT - title',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE a note',
      'over two lines',
      '',
      'intro',
      '00:01.000 --> 00:02.500 align:start position:10%',
      '<v.loud Anna>Hello <i>there</i> <00:01.500><c.x>you</c>&nbsp;&#33;</v>',
      '',
      '00:00:03.000 --> 00:00:05.000',
      '<v Anna>aaaa</v><v Ben>bbbb</v>',
      '',
      '00:00:06.000 --> 00:00:07.000',
      'nobody in particular',
    ].join('\r\n');
    expect(parseSubtitles(text)).toEqual([
      { speaker: 'Anna', start_seconds: 1, end_seconds: 2.5, text: 'Hello there you\u00a0!' },
      { speaker: 'Anna', start_seconds: 3, end_seconds: 4, text: 'aaaa' },
      { speaker: 'Ben', start_seconds: 4, end_seconds: 5, text: 'bbbb' },
      { speaker: 'Speaker 1', start_seconds: 6, end_seconds: 7, text: 'nobody in particular' },
    ]);
  });
});

describe('SRT', () => {
  test('an exported transcript is imported unchanged', () => {
    const plain = [
      { speaker: 'Anna', start_seconds: 0, end_seconds: 2.5, text: 'Hello: you & <me>' },
      { speaker: 'Ben B.', start_seconds: 2.5, end_seconds: 3661.007, text: 'First line\nsecond --> line' },
    ];
    expect(parseSubtitles(formatTranscript({ name: 'x', segments: plain }, 'srt'))).toEqual(plain);
  });

  test('a name before a colon is a speaker only if every cue has one', () => {
    const text =
      '1\n00:00:01,000 --> 00:00:02,000\nNote: this\n\n2\n00:00:02,000 --> 00:00:03,5\n<i>is</i> {\\an8}text\n';
    expect(parseSubtitles(text, { defaultSpeaker: 'P1' })).toEqual([
      { speaker: 'P1', start_seconds: 1, end_seconds: 2, text: 'Note: this' },
      { speaker: 'P1', start_seconds: 2, end_seconds: 3.5, text: 'is text' },
    ]);
  });
});

describe('bad subtitles', () => {
  const fault = (text: string) => {
    try {
      parseSubtitles(text);
    } catch (error) {
      return error as AppError;
    }
    return undefined;
  };

  test('a cue that ends before it starts is reported with its number', () => {
    const found = fault('WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n00:05.000 --> 00:05.000\nb\n');
    expect(found).toBeInstanceOf(AppError);
    expect(found?.details).toEqual([
      { field: 'segments.1.end_seconds', message: 'must be greater than start_seconds' },
    ]);
  });

  test('more than 50,000 cues are refused', () => {
    const found = fault(`WEBVTT\n\n${'00:01.000 --> 00:02.000\na\n\n'.repeat(50_001)}`);
    expect(found?.details).toEqual([
      { field: 'content', message: 'The text contains more than 50000 cues.' },
    ]);
  });

  test.each(['', 'hello', 'WEBVTT', '1\n2\n3', '-->', '00:00 --> 00:01'])('%j has no cues', (text) => {
    expect(fault(text)).toMatchObject({ code: 'validation_failed', details: [{ field: 'content' }] });
  });

  test('no text causes another error or an endless loop', () => {
    const piece = fc.constantFrom(
      'WEBVTT',
      '\n',
      '\n\n',
      '00:01.000 --> 00:02.000',
      '<v ',
      '>',
      '<',
      '&#x110000;',
      'x',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const found = fault(pieces.join(''));
        expect(found === undefined || found instanceof AppError).toBe(true);
      }),
    );
    expect(fault(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(200_000)}`)).toBeUndefined();
  });
});

describe('CSV', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['say "hi", you', '"say ""hi"", you"'],
    ['two\nlines', '"two\nlines"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
    ['plain', 'plain'],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test('numbers remain numbers, and null becomes an empty cell', () => {
    expect([csvCell(-1.5), csvCell(null), csvCell(undefined)]).toEqual(['-1.5', '', '']);
  });
});

test('each format has the expected content', () => {
  const content = Object.fromEntries(
    exportFormats.map((format) => [format, exportTranscript(transcript, format)]),
  );
  expect(content.vtt?.content).toMatch(
    /^WEBVTT\n\n00:00:00\.000 --> 00:00:02\.500\n<v Anna>Hello &amp; welcome/,
  );
  expect(content.srt?.content).toContain('2\n00:00:02,500 --> 01:01:01,007\n');
  expect(content.txt?.content).toContain('[00:00:02] Ben "B." <x>: First line second --> line\n');
  expect(content.md?.content).toContain(
    '# Interview 1.mp4\n\n**Anna** [00:00:00]\n\nHello & welcome \\<b\\>',
  );
  expect(content.csv?.content.split('\r\n')[1]).toBe('Anna,0,2.5,,Hello & welcome <b>not a tag</b>');
  expect(JSON.parse(content.json?.content ?? '')).toEqual(transcript);
  expect(content.vtt?.filename).toBe('Interview 1.vtt');
});

test('a document is cited by its page', () => {
  const page = [{ speaker: 'Report', start_seconds: 0, end_seconds: 4, text: 'x', page: 3 }];
  expect(formatTranscript({ name: 'r.pdf', segments: page }, 'txt')).toBe('[page 3] Report: x\n');
});

test('a segment shorter than a millisecond still ends after it starts', () => {
  const short = [{ speaker: 'A', start_seconds: 1.0001, end_seconds: 1.0002, text: 'x' }];
  const [back] = parseSubtitles(formatTranscript({ name: 'x', segments: short }, 'vtt'));
  expect(back).toMatchObject({ start_seconds: 1, end_seconds: 1.001 });
});

test.each([
  ['../../etc/passwd', '_.._etc_passwd.txt'],
  ['a/b\\c:d.mp4', 'a_b_c_d.txt'],
  ['', 'transcript.txt'],
  ['...', 'transcript.txt'],
  ['x\u202egpj.mp4', 'x_gpj.txt'],
])('the file name of %j is %j', (name, filename) => {
  expect(exportFilename(name, 'txt')).toBe(filename);
});
