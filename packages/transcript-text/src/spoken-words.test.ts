import { describe, expect, test } from 'vitest';
import { textWithin, wordsWithin } from './spoken-words.ts';

const segment = (text: string, words?: { text: string; start_seconds: number; end_seconds: number }[]) => {
  let from = 0;
  return {
    text,
    start_seconds: 10,
    end_seconds: 20,
    words: words?.map((word) => {
      const start_character = text.indexOf(word.text, from);
      from = start_character + word.text.length;
      return { ...word, start_character };
    }),
  };
};
const span = (start_seconds: number, end_seconds: number) => ({ start_seconds, end_seconds });

describe('the words of a segment in a span', () => {
  test('returns the whole text of a segment that is inside the span', () => {
    expect(wordsWithin(segment('  Yes, “really”. '), span(10, 20))).toBe('  Yes, “really”. ');
  });

  test('returns the words whose known middle is in the span, with their punctuation', () => {
    const timed = segment('First, we paid. Then, silence.', [
      { text: 'First', start_seconds: 10, end_seconds: 10.4 },
      { text: 'we', start_seconds: 10.4, end_seconds: 10.6 },
      { text: 'paid', start_seconds: 10.6, end_seconds: 11 },
      { text: 'Then', start_seconds: 18, end_seconds: 18.4 },
      { text: 'silence', start_seconds: 18.4, end_seconds: 20 },
    ]);
    expect(wordsWithin(timed, span(10.3, 18.1))).toBe('we paid.');
    expect(wordsWithin(timed, span(5, 18.21))).toBe('First, we paid. Then,');
    expect(wordsWithin(timed, span(12, 17))).toBe('');
  });

  test('cuts a segment at spaces by the share of the time if the times of its words are not known', () => {
    // Ten words of ten characters each, so one word takes one second.
    const text =
      'aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee fffffffff ggggggggg hhhhhhhhh iiiiiiiii jjjjjjjjj ';
    expect(wordsWithin(segment(text), span(12.4, 14.6))).toBe('ccccccccc ddddddddd eeeeeeeee');
    expect(wordsWithin(segment(text), span(12.5, 14.4))).toBe('ddddddddd');
    expect(wordsWithin(segment(text), span(0, 10.1))).toBe('');
  });

  test('count a character outside the basic plane once', () => {
    expect(wordsWithin(segment('🙂🙂🙂🙂 two'), span(10, 15.5))).toBe('🙂🙂🙂🙂');
  });

  test('estimates the words of a segment if the known times are those of an earlier text', () => {
    const earlier = [{ text: 'old', start_seconds: 19, end_seconds: 20, start_character: 0 }];
    expect(wordsWithin({ ...segment('new text'), words: earlier }, span(9, 15))).toBe('new');
  });

  test.each([
    ['Japanese', '支払いの画面が見つかりません。', span(10, 14), '支払いの画面'],
    ['Thai', 'ฉันไม่พบปุ่ม', span(10, 14.5), 'ฉันไม่'],
  ])('returns words of a dictionary in %s', (_language, text, within, expected) => {
    expect(wordsWithin(segment(text), within)).toBe(expected);
  });
});

describe('the text of segments in a span', () => {
  const spoken = [
    { text: 'We paid.', start_seconds: 0, end_seconds: 2 },
    { text: 'It was easy.', start_seconds: 2, end_seconds: 4 },
    { text: '本当に', start_seconds: 4, end_seconds: 5 },
    { text: '簡単。', start_seconds: 5, end_seconds: 6 },
  ];

  test('joins the text of segments as the script requires', () => {
    expect(textWithin(spoken, span(0, 6))).toBe('We paid. It was easy. 本当に簡単。');
  });

  test('leaves out segments without words in the span', () => {
    expect(textWithin(spoken, span(1.9, 4))).toBe('It was easy.');
  });

  test('returns null without words and without segments', () => {
    expect(textWithin(spoken, span(7, 8))).toBeNull();
    expect(textWithin([], span(0, 1))).toBeNull();
    expect(textWithin(null, span(0, 1))).toBeNull();
  });
});
