export { joinTexts } from './join-texts.ts';
export { type SpokenSegment, type TimedWord, textWithin, wordsWithin } from './spoken-words.ts';
