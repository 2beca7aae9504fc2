/// <reference path="./vader-sentiment.d.ts" />
import vader from 'vader-sentiment';
import { cueFeatures } from './cues.ts';

/** The analysis of a long passage would cost seconds, and its mood does not depend on the rest. */
const charactersMax = 4_000;
const sentencesMax = 60;
/** VADER takes time in proportion to the square of the number of words, and reads an emoji as several words. */
const wordsMax = 400;
const word = /\p{Extended_Pictographic}|[^\s\p{Extended_Pictographic}]+/gu;

const bySentence = new Intl.Segmenter('en', { granularity: 'sentence' });
const contrast = /\s(?:but|however|yet|although|though|except)\s/i;

/** −1 to 1: the score of the VADER word list and its rules. */
export const vaderScore = (text: string): number => scoresOf(normalize(text)).compound;

const scoresOf = (text: string) => vader.SentimentIntensityAnalyzer.polarity_scores(text);

/** VADER knows straight apostrophes only. */
const normalize = (text: string) => firstWords(text.slice(0, charactersMax)).replaceAll(/[’‘]/g, "'");

function firstWords(text: string): string {
  let words = 0;
  for (const { index } of text.matchAll(word)) if (++words > wordsMax) return text.slice(0, index);
  return text;
}

/** What the words of a text say about its mood. The vector of its meaning is added by the caller. */
export function wordFeatures(text: string): number[] {
  const plain = normalize(text);
  const { pos, neg, compound } = scoresOf(plain);
  const parts = [...bySentence.segment(plain)]
    .slice(0, sentencesMax)
    .flatMap(({ segment }) => segment.split(contrast))
    .map((part) => scoresOf(part).compound);
  const last = parts.at(-1) ?? 0;
  return [
    compound,
    pos,
    neg,
    Math.max(0, ...parts),
    Math.min(0, ...parts),
    last,
    parts.length > 1 ? last - (parts[0] ?? 0) : 0,
    ...cueFeatures(plain),
  ];
}
