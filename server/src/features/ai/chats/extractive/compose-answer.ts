import { escapeMarkdown } from '../../../evidence/markdown/index.ts';
import type { AnswerDraft, AnswerPassage } from '../answer.ts';
import { phrasesIn } from '../phrases.ts';
import { composeFound } from './answers/found.ts';
import { composeNotFound } from './answers/not-found.ts';
import { composeOverview } from './answers/overview.ts';
import { createQuoting } from './answers/quoting.ts';
import type { ComposeRequest } from './compose-request.ts';
import { decide } from './decide.ts';
import { wordCount } from './excerpt.ts';

/** Fewer words are no evidence: “Yes, sure.” */
const wordsMin = 4;

/** Composes an answer from passages of the transcripts. Deterministic. */
export function composeAnswer(request: ComposeRequest): AnswerDraft {
  const phrases = phrasesIn(request.language);
  if (request.mode === 'empty') return { text: phrases.noWords, answered: false, namedSegments: {} };
  if (request.unknownPerson)
    return {
      text: phrases.noPerson(escapeMarkdown(request.unknownPerson)),
      answered: false,
      namedSegments: {},
    };
  const evidence = evidenceIn(request);
  const quoting = createQuoting(request);
  if (request.mode === 'overview' && evidence.length > 0)
    return composeOverview(request, evidence, quoting, phrases);
  const decision = decide(evidence, request.terms, request.hasMeaning);
  const relevant = narrow(decision.relevant, request);
  if (relevant.length > 0) return composeFound(request, { ...decision, relevant }, quoting, phrases);
  return composeNotFound(request, evidence, decision.relevant.length > 0, quoting, phrases);
}

/** The passages that can be quoted: of those whom the question names, else of everyone. */
export function evidenceIn({ passages, named, asksFor }: ComposeRequest): AnswerPassage[] {
  const speakers = new Set(asksFor === 'others' ? [] : named);
  return passages.filter(
    (passage) => isEvidence(passage) && (speakers.size === 0 || speakers.has(passage.speakerName)),
  );
}

/** Questions of participants and remarks of a few words are not evidence. A written answer can be one word. */
const isEvidence = ({ segment, isDocument, isWritten }: AnswerPassage) =>
  isDocument ||
  isWritten ||
  (wordCount(segment.text) >= wordsMin && !/[?？؟]["'”’»)\s]*$/u.test(segment.text));

const cause =
  /\b(because|since|due to|so that|that['’]s why|the reason|reason is|weil|denn|deshalb|deswegen|darum|parce que|car|puisque|porque|por eso|ya que|perché|siccome|pois|omdat|doordat|daarom)\b/iu;

function narrow(found: AnswerPassage[], { asksFor, quotedSpeakers }: ComposeRequest): AnswerPassage[] {
  if (asksFor === 'others') return found.filter(({ speakerName }) => !quotedSpeakers.includes(speakerName));
  if (asksFor !== 'reasons') return found;
  const reasons = found.filter(({ segment }) => cause.test(segment.text));
  return reasons.length > 0 ? reasons : found;
}
