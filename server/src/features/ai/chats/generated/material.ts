import { countTokens, type Material } from '../../../../platform/ai/generate/index.ts';
import { formatMoment, type Source, type SourceSegment } from '../../../evidence/index.ts';
import type { RelatedRecord } from '../answer.ts';

export interface AnswerMaterial {
  question: string;
  /** The last messages of the thread, the oldest first. */
  thread: { role: 'user' | 'assistant'; content: string }[];
  sources: Source[];
  /** Ids of the segments by how well they fit the question, the best first. */
  segmentIds: string[];
  records: RelatedRecord[];
}

/** The thread gets at most this share of the available tokens. */
const threadShare = 0.2;
/** Segments of the same transcript around a passage that are sent with it. */
const contextSegments = 2;

/** Puts the question and as much material as fits into one text. The best passages come first into the budget. */
export function renderMaterial(
  material: AnswerMaterial,
  { block }: Material,
  tokensMax: number,
): { text: string; idOf: Map<string, string> } {
  const { question, thread, sources, records } = material;
  const asked = block('request', question);
  const earlier = fitThread(thread, block, tokensMax * threadShare);
  let left = tokensMax - countTokens(asked) - countTokens(earlier);
  const spend = (text: string) => {
    const cost = countTokens(text) + 8;
    if (cost > left) return false;
    left -= cost;
    return true;
  };
  const chosen = chooseSegments(material, ({ text, speaker }) => spend(`${speaker}: ${text}`));
  const others = records.map(({ type, title, text }) => block(type, text, title ?? '')).filter(spend);
  const idOf = new Map<string, string>();
  const transcripts = sources.flatMap((source) => {
    const segments = source.segments.filter(({ id }) => chosen.has(id));
    return segments.length > 0 ? [block('transcript', renderSegments(segments, idOf), source.name)] : [];
  });
  return { idOf, text: [earlier, asked, ...transcripts, ...others].filter(Boolean).join('\n\n') };
}

function fitThread(thread: AnswerMaterial['thread'], block: Material['block'], tokensMax: number): string {
  const kept: string[] = [];
  let left = tokensMax;
  for (const { role, content } of thread.toReversed()) {
    const rendered = `${role === 'user' ? 'Question' : 'Answer'}: ${content}`;
    left -= countTokens(rendered);
    if (left < 0) break;
    kept.unshift(rendered);
  }
  return kept.length > 0 ? block('thread', kept.join('\n\n')) : '';
}

function chooseSegments(
  { sources, segmentIds }: AnswerMaterial,
  spend: (segment: SourceSegment) => boolean,
): Set<string> {
  const placeOf = new Map(
    sources.flatMap((source) => source.segments.map((segment, at) => [segment.id, { source, at }] as const)),
  );
  const chosen = new Set<string>();
  const add = (segment: SourceSegment | undefined) => {
    if (segment && !chosen.has(segment.id) && spend(segment)) chosen.add(segment.id);
  };
  // First all passages, then what surrounds them.
  for (const id of segmentIds) {
    const place = placeOf.get(id);
    if (place) add(place.source.segments[place.at]);
  }
  for (const id of segmentIds) {
    const place = placeOf.get(id);
    if (!place || !chosen.has(id)) continue;
    for (let step = 1; step <= contextSegments; step++) {
      add(place.source.segments[place.at - step]);
      add(place.source.segments[place.at + step]);
    }
  }
  return chosen;
}

function renderSegments(segments: SourceSegment[], idOf: Map<string, string>): string {
  const lines = segments.map((segment, at) => {
    const label = `s${idOf.size + 1}`;
    idOf.set(label, segment.id);
    const isAfterGap = at > 0 && segment.ordinal !== (segments[at - 1]?.ordinal ?? 0) + 1;
    const line = `[${label}] ${segment.speaker} (${formatMoment(segment.start_seconds)}): ${segment.text}`;
    return isAfterGap ? `[…]\n${line}` : line;
  });
  return lines.join('\n');
}
