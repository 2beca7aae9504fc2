import { sameNameKey } from '../../../../platform/ai/same-name.ts';
import type { AiTagging } from '../../../coding/taggings/index.ts';
import { createQuoteIndex } from '../../../evidence/quotes/index.ts';
import type { Proposal, SpokenSegment, Transcript } from '../proposal.ts';
import type { VerifyTask } from './draft.ts';
import { nameRefusal } from './name-rules.ts';

/** Longer quotations are not read as one statement. */
const quoteCharactersMax = 2_000;
const taggingsMax = 10_000;

/** Looks up every quotation in the words of participants. What is not there word for word is left out. */
export function verifyDraft({ request, new_tags, taggings, same_meaning }: VerifyTask): Proposal {
  const allowed = new Map(request.tags.map(({ id, name }) => [sameNameKey(name), id]));
  const taken = new Set(request.all_tags.map(({ name }) => sameNameKey(name)));
  const names = new Map<string, { name: string; description: string | null }>();
  for (const { name, description } of new_tags) {
    const clean = name.replace(/\s+/g, ' ').trim();
    const key = sameNameKey(clean);
    const same = same_meaning[name];
    if (same && request.tags.some(({ id }) => id === same)) allowed.set(key, same);
    else if (!same && !taken.has(key) && !names.has(key) && !nameRefusal(clean, request.people))
      names.set(key, {
        name: clean,
        description: description.replace(/\s+/g, ' ').trim().slice(0, 500) || null,
      });
  }
  const find = createLookup(request.transcripts);
  const found = taggings.slice(0, taggingsMax).flatMap((draft) => {
    const key = sameNameKey(draft.tag);
    const confidence = Math.max(0, Math.min(1, draft.confidence));
    const tag = allowed.get(key) ?? (names.has(key) ? key : undefined);
    if (tag === undefined || !(confidence >= request.min_confidence)) return [];
    const place = draft.quote.length <= quoteCharactersMax && find(draft.quote, draft.segment_ids);
    return place ? [{ ...place, key: tag, isNew: !allowed.has(key), confidence }] : [];
  });
  const uses = new Map<string, number>();
  for (const { key, isNew } of found) if (isNew) uses.set(key, (uses.get(key) ?? 0) + 1);
  const chosen = [...uses]
    .sort(([, a], [, b]) => b - a)
    .slice(0, request.max_new_tags)
    .map(([key]) => key);
  return {
    new_tags: chosen.map((key) => names.get(key) as { name: string; description: string | null }),
    taggings: found.flatMap(({ key, isNew, ...rest }): AiTagging[] => {
      const tag = isNew ? chosen.indexOf(key) : key;
      return tag === -1 ? [] : [{ ...rest, tag }];
    }),
    skipped: taggings.length > taggingsMax ? allFiles(request.transcripts) : [],
  };
}

const allFiles = (transcripts: Transcript[]) =>
  transcripts.map(({ file_id }) => ({ file_id, reason: 'too_many_passages' as const }));

type Place = Omit<AiTagging, 'tag' | 'confidence'>;

/** The lookup of quotations. The turns of interviewers are left out, so their words cannot be found. */
function createLookup(transcripts: Transcript[]): (quote: string, segmentIds: string[]) => Place | undefined {
  const sources = transcripts.map(({ file_id, language, segments }) => ({
    kind: 'file' as const,
    id: file_id,
    name: file_id,
    revision: 0,
    language,
    time_basis: 'media' as const,
    segments: segments.flatMap(({ isInterviewer, ...segment }, ordinal) =>
      isInterviewer
        ? []
        : [{ ...segment, ordinal, role: null, start_seconds: 0, end_seconds: 0, page: null }],
    ),
  }));
  const index = createQuoteIndex(sources);
  return (quote, segmentIds) => {
    const passage = index.find(quote, segmentIds);
    if (!passage) return undefined;
    const { segments, id: file_id } = passage.source;
    const from = segments.findIndex(({ id }) => id === passage.first.id);
    const to = segments.findIndex(({ id }) => id === passage.last.id);
    const range = locateWords(segments.slice(from, to + 1), passage.quote);
    return range && { file_id, ...range };
  };
}

/** Finds words whose spacing may differ, and returns their offsets in code points. */
function locateWords(
  segments: Pick<SpokenSegment, 'id' | 'text'>[],
  quote: string,
): Omit<Place, 'file_id'> | undefined {
  const text = segments.map((segment) => segment.text).join(' ');
  const pattern = quote.split(' ').map(escapePattern).join('\\s+');
  const match = new RegExp(pattern, 'u').exec(text);
  if (!match) return undefined;
  const start = positionAt(segments, match.index);
  const end = positionAt(segments, match.index + match[0].length - 1);
  if (!start || !end) return undefined;
  return {
    segment_id: start.segment.id,
    start_character: [...start.segment.text.slice(0, start.at)].length,
    end_segment_id: end.segment.id,
    end_character: [...end.segment.text.slice(0, end.at + 1)].length,
    quote: match[0],
  };
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function positionAt<S extends { text: string }>(segments: S[], offset: number) {
  let at = offset;
  for (const segment of segments) {
    if (at < segment.text.length) return { segment, at };
    at -= segment.text.length + 1;
  }
  return undefined;
}
