import { detectLanguage } from '../../../platform/ai/text-analysis/index.ts';

export const skipReasons = [
  'no_transcript',
  'unsupported_language',
  'no_participant_speech',
  'too_long',
] as const;

/** A requested file that was not analyzed (spec §6.4: nothing is omitted silently). */
export interface Skipped {
  file_id: string;
  reason: (typeof skipReasons)[number];
}

export interface TranscriptSpeaker {
  id: string;
  label: string;
  role: string | null;
}

const interviewerName = /^(interview(er)?|moderator|researcher|facilitator|host|observer|q)$/i;

/** The people whose mood counts: everyone except interviewers and observers. */
export const isParticipant = ({ role, label }: TranscriptSpeaker): boolean =>
  role === null ? !interviewerName.test(label.trim()) : role === 'participant';

/** Shorter texts have too few common words to recognize their language. */
const detectableWords = 20;
/** The language is the same throughout, so its recognition does not need the whole text. */
const sampleCharacters = 50_000;

/** The word list and the vectors are English. */
export function isEnglish(language: string | null, texts: string[]): boolean {
  if (language !== null) return /^en(-|$)/i.test(language);
  const sample = texts.join(' ').slice(0, sampleCharacters);
  const detected = detectLanguage(sample);
  if (detected !== null) return detected === 'en';
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return (sample.match(/\S+/g)?.length ?? 0) < detectableWords && letters > 0 && latin === letters;
}
