export { interviewerPatterns, isNamedInterviewer } from './interviewer.ts';
export { joinTexts } from './join-texts.ts';
export { limitNesting } from './limit-nesting.ts';
export { type SpokenSegment, type TimedWord, textWithin, wordsWithin } from './spoken-words.ts';
