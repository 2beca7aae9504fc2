import { joinTexts } from '@parley/transcript-text';
import type { AiTagging } from '../../../coding/taggings/index.ts';
import type { SpokenSegment, Transcript } from '../proposal.ts';
import type { Sentence } from './sentences.ts';

export interface SentenceTag {
  tag: string | number;
  confidence: number;
}

/** A longer passage is divided: nobody reads it as one statement. */
const sentencesMax = 8;

interface Open extends SentenceTag {
  first: Sentence;
  last: Sentence;
  count: number;
}

/** Joins adjacent sentences of one speaker with the same tag into one passage. Its confidence is that of its best sentence. */
export function joinSpans(
  transcripts: Transcript[],
  sentences: Sentence[],
  tags: SentenceTag[][],
): AiTagging[] {
  const taggings: AiTagging[] = [];
  let open = new Map<string | number, Open>();
  sentences.forEach((sentence, at) => {
    const next = new Map<string | number, Open>();
    for (const { tag, confidence } of tags[at] ?? []) {
      const before = open.get(tag);
      const isJoined =
        before &&
        before.count < sentencesMax &&
        isAdjacent(transcripts, sentences[at - 1] as Sentence, sentence);
      if (isJoined) {
        open.delete(tag);
        next.set(tag, {
          ...before,
          last: sentence,
          count: before.count + 1,
          confidence: Math.max(before.confidence, confidence),
        });
      } else next.set(tag, { tag, confidence, first: sentence, last: sentence, count: 1 });
    }
    taggings.push(...[...open.values()].map((span) => toTagging(transcripts, span)));
    open = next;
  });
  taggings.push(...[...open.values()].map((span) => toTagging(transcripts, span)));
  return taggings;
}

const segmentsOf = (transcripts: Transcript[], { transcript }: Sentence) =>
  transcripts[transcript]?.segments ?? [];

/** Whether two sentences are in one segment, or in two that follow each other without words of another speaker between. */
function isAdjacent(transcripts: Transcript[], a: Sentence, b: Sentence): boolean {
  if (a.transcript !== b.transcript || a.speaker !== b.speaker) return false;
  return (
    b.segment === a.segment || (b.segment === a.segment + 1 && endsSegment(transcripts, a) && b.start === 0)
  );
}

const endsSegment = (transcripts: Transcript[], sentence: Sentence) =>
  [...(segmentsOf(transcripts, sentence)[sentence.segment]?.text.trimEnd() ?? '')].length <= sentence.end;

function toTagging(transcripts: Transcript[], { tag, confidence, first, last }: Open): AiTagging {
  const segments = segmentsOf(transcripts, first);
  const [from, to] = [segments[first.segment], segments[last.segment]] as [SpokenSegment, SpokenSegment];
  return {
    tag,
    file_id: transcripts[first.transcript]?.file_id ?? '',
    segment_id: from.id,
    start_character: first.start,
    end_segment_id: to.id,
    end_character: last.end,
    quote: quoteOf(segments, first, last),
    confidence: Math.round(confidence * 1_000) / 1_000,
  };
}

function quoteOf(segments: SpokenSegment[], first: Sentence, last: Sentence): string {
  const texts = segments.slice(first.segment, last.segment + 1).map(({ text }, n, all) => {
    const characters = [...text];
    return characters
      .slice(n === 0 ? first.start : 0, n === all.length - 1 ? last.end : characters.length)
      .join('');
  });
  return joinTexts(texts);
}
