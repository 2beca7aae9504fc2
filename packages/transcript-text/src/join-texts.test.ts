import { expect, test } from 'vitest';
import { joinTexts } from './join-texts.ts';

test.each([
  ['Chinese', ['今天天气很好', '我们去散步'], '今天天气很好我们去散步'],
  ['Japanese', ['今日は天気が良いので', '散歩に行きます'], '今日は天気が良いので散歩に行きます'],
  ['Japanese after punctuation', ['良いので、', '「散歩」に'], '良いので、「散歩」に'],
  ['Chinese after a fullwidth sign', ['真的吗？', '是的'], '真的吗？是的'],
  ['Thai', ['วันนี้อากาศดี', 'เราไปเดินเล่น'], 'วันนี้อากาศดีเราไปเดินเล่น'],
  ['Lao', ['ມື້ນີ້', 'ອາກາດດີ'], 'ມື້ນີ້ອາກາດດີ'],
  ['Khmer', ['ថ្ងៃនេះ', 'អាកាសធាតុល្អ'], 'ថ្ងៃនេះអាកាសធាតុល្អ'],
])('%s is joined without a space', (_script, texts, joined) => {
  expect(joinTexts(texts)).toBe(joined);
});

test.each([
  ['English', ['The weather', 'is good'], 'The weather is good'],
  ['Korean, which has spaces', ['오늘은 날씨가', '좋아요'], '오늘은 날씨가 좋아요'],
  ['Japanese before Latin letters', ['使うのは', 'Parley です'], '使うのは Parley です'],
])('%s is joined with a space', (_script, texts, joined) => {
  expect(joinTexts(texts)).toBe(joined);
});

test('no text and one text are unchanged', () => {
  expect(joinTexts([])).toBe('');
  expect(joinTexts(['one'])).toBe('one');
});
