import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import {
  countTokens,
  createMaterial,
  type Generator,
  GeneratorError,
  type Material,
} from '../../../../platform/ai/generate/index.ts';
import type { AutoTagRequest, Transcript } from '../proposal.ts';
import type { Draft } from './draft.ts';

/** The requested output of the model. Every field is required, because servers with strict schemas demand it. */
const closed = { additionalProperties: false };
const ModelOutput = Type.Object(
  {
    new_tags: Type.Array(Type.Object({ name: Type.String(), description: Type.String() }, closed)),
    taggings: Type.Array(
      Type.Object(
        {
          tag: Type.String(),
          segments: Type.Array(Type.String()),
          quote: Type.String(),
          confidence: Type.Number(),
        },
        closed,
      ),
    ),
  },
  closed,
);

/** A longer part gives more taggings than a model writes in one response. */
const partTokensMax = 12_000;
/** The share of the allowed tokens that a request uses, because the count is an estimate. */
const budgetShare = 0.9;

interface Run {
  signal: AbortSignal;
  progress(percent: number): void;
}

export interface Generated extends Draft {
  /** Files with a segment that is too long for the model. */
  partly_read: string[];
}

/** Asks the model for tags and quotations, for one part of the transcripts after the other. */
export async function generateDraft(
  generator: Generator,
  request: AutoTagRequest,
  { signal, progress }: Run,
): Promise<Generated> {
  const draft: Generated = { new_tags: [], taggings: [], partly_read: [] };
  const material = createMaterial();
  const fixed = countTokens(instructions(request, material)) + countTokens(JSON.stringify(ModelOutput));
  const tagTokens = countTokens(renderTags(request, [], material)) + request.max_new_tags * newTagTokens;
  const tokensMax = Math.min(partTokensMax, generator.inputTokensMax * budgetShare - fixed - tagTokens);
  if (tokensMax < partTokensMin)
    throw new GeneratorError(
      'context_exceeded',
      'The tags of this project are too long for the context of the AI model. Send fewer with tag_ids.',
    );
  const { parts, partly_read } = divide(request.transcripts, tokensMax);
  draft.partly_read = partly_read;
  for (const [n, part] of parts.entries()) {
    signal.throwIfAborted();
    const { text, idOf } = renderPart(part, material);
    const output = await generator.generate({
      instructions: instructions(request, material),
      material: `${renderTags(request, draft.new_tags, material)}\n\n${text}`,
      shape: JSON.parse(JSON.stringify(ModelOutput)),
      signal,
    });
    if (!Check(ModelOutput, output))
      throw new GeneratorError(
        'provider_answer',
        'The AI server returned a response that does not have the requested form.',
      );
    append(draft, output, idOf, request.max_new_tags);
    progress((90 * (n + 1)) / parts.length);
  }
  return draft;
}

const newTagTokens = 40;
const partTokensMin = 500;

function append(
  draft: Generated,
  { new_tags, taggings }: Static<typeof ModelOutput>,
  idOf: Map<string, string>,
  newTagsMax: number,
): void {
  // Twice as many as allowed: some are removed when they are verified.
  draft.new_tags.push(...new_tags.slice(0, Math.max(0, newTagsMax * 2 - draft.new_tags.length)));
  for (const { segments, ...tagging } of taggings)
    draft.taggings.push({
      ...tagging,
      segment_ids: segments.flatMap((label) => idOf.get(label.replace(/^\[|\]$/g, '')) ?? []),
    });
}

const instructions = ({ max_new_tags }: AutoTagRequest, material: Material) =>
  [
    'You code interviews for user researchers: you find the passages that belong to a tag.',
    'Below are the tags, then a part of a transcript. Each segment begins with its label, such as [s12], then who speaks.',
    material.rule,
    'For each passage that clearly belongs to a tag, give the name of the tag exactly as it is written, the labels of the segments, the words of the passage, copied letter for letter, whole sentences only, and your confidence from 0 to 1.',
    'Segments marked (interviewer) are context. Never tag them.',
    max_new_tags > 0
      ? `If several passages share a theme that no tag covers, add a tag to new_tags, at most ${max_new_tags}: a noun phrase of two to four words as a researcher would write it, no names of people, and one sentence that says when to use it. Then use its name in taggings.`
      : 'Leave new_tags empty.',
    'A passage that is not there word for word will be thrown out.',
  ].join('\n');

function renderTags({ tags }: AutoTagRequest, added: Draft['new_tags'], material: Material): string {
  const lines = [...tags, ...added].map(({ name, description }) =>
    JSON.stringify(description ? { name, description } : { name }),
  );
  return material.block('tags', lines.join('\n'));
}

interface Part {
  segments: Transcript['segments'];
}

/** Divides the transcripts at segments. A part has segments of one transcript. */
function divide(transcripts: Transcript[], tokensMax: number): { parts: Part[]; partly_read: string[] } {
  const parts: Part[] = [];
  const partlyRead = new Set<string>();
  for (const { file_id, segments } of transcripts) {
    let part: Part = { segments: [] };
    let tokens = 0;
    for (const segment of segments) {
      const count = countTokens(renderSegment('s100000', segment));
      if (count > tokensMax) {
        partlyRead.add(file_id);
        continue;
      }
      if (tokens + count > tokensMax) {
        parts.push(part);
        part = { segments: [] };
        tokens = 0;
      }
      part.segments.push(segment);
      tokens += count;
    }
    parts.push(part);
  }
  return {
    parts: parts.filter(({ segments }) => segments.some(({ isInterviewer }) => !isInterviewer)),
    partly_read: [...partlyRead],
  };
}

function renderPart({ segments }: Part, material: Material): { text: string; idOf: Map<string, string> } {
  const idOf = new Map<string, string>();
  const lines = segments.map((segment) => {
    const label = `s${idOf.size + 1}`;
    idOf.set(label, segment.id);
    return renderSegment(label, segment);
  });
  return { text: material.block('transcript', lines.join('\n')), idOf };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** One line, so that a text cannot contain a line that looks like another segment. */
const renderSegment = (label: string, { speaker, isInterviewer, text }: Transcript['segments'][number]) =>
  `[${label}] ${oneLine(speaker)}${isInterviewer ? ' (interviewer)' : ''}: ${oneLine(text)}`;
