import { createTokenize } from '../../../../platform/ai/topic-phrases/index.ts';
import type { AiTagging } from '../../../coding/taggings/index.ts';
import type { AutoTagRequest, Proposal } from '../proposal.ts';
import { joinSpans, type SentenceTag } from './join-spans.ts';
import { type Material, matchTopics, type Topic } from './matcher.ts';
import { findNames } from './name-candidates.ts';
import { type KnownTag, type NewTopic, nameThemes } from './name-themes.ts';
import { createPersonNames } from './person-names.ts';
import { type Answer, isEnglish, readSentences, type Sentence, splitSentences } from './sentences.ts';

export type Embed = (texts: string[]) => Promise<Float32Array[]>;

/** A passage gets at most this many existing tags and this many new ones, those with the highest confidence. */
const tagsPerSentence = 3;
/** A sentence with this confidence belongs to a tag, whatever `min_confidence` is. */
const memberConfidence = 0.5;
/** A job creates at most this many taggings. */
const taggingsMax = 10_000;

/** Compares the sentences of participants with the tags, and names themes that have none. Deterministic. */
export async function proposeTaggings(request: AutoTagRequest, embed: Embed): Promise<Proposal> {
  const { sentences, answers } = readSentences(request.transcripts);
  const existing = await embedTags(request, embed);
  const material = await embedMaterial(sentences, answers, existing, embed);
  const confidence = matchTopics(existing, material);
  const created =
    request.max_new_tags > 0 ? await findNewTopics(request, material, existing, confidence, embed) : [];
  const withNew = matchTopics([...existing, ...created.map(toTopic)], material);
  const requested = new Set(request.tags.map(({ id }) => id));
  const strongest = (list: SentenceTag[]) =>
    list
      .filter((one) => one.confidence >= request.min_confidence && one.confidence > 0)
      .sort((a, b) => b.confidence - a.confidence)
      .slice(0, tagsPerSentence);
  // Existing and new tags do not displace each other: the next run, to which all exist, would find the displaced ones.
  const tags = sentences.map((_, at): SentenceTag[] => [
    ...strongest(
      request.all_tags.flatMap(({ id }, topic) =>
        requested.has(id) ? [{ tag: id, confidence: confidence(topic, at) }] : [],
      ),
    ),
    ...strongest(created.map((_topic, n) => ({ tag: n, confidence: withNew(existing.length + n, at) }))),
  ]);
  return toProposal(request, sentences, created, joinSpans(request.transcripts, sentences, tags));
}

const toTopic = ({ name, vector, center }: NewTopic): Topic => ({
  name,
  vectors: [vector],
  center,
  examples: [],
  rejected: [],
});

async function embedTags({ all_tags }: AutoTagRequest, embed: Embed): Promise<Topic[]> {
  const texts = all_tags.map(({ name, description, examples, rejected }) => ({
    names: description ? [name, `${name}: ${description}`.slice(0, 1_000)] : [name],
    examples,
    rejected,
  }));
  const all = await embed(texts.flatMap((of) => [...of.names, ...of.examples, ...of.rejected]));
  let at = 0;
  const take = (list: string[]) => {
    at += list.length;
    return all.slice(at - list.length, at);
  };
  return texts.map((of, i) => ({
    name: all_tags[i]?.name ?? '',
    vectors: take(of.names),
    examples: take(of.examples),
    rejected: take(of.rejected),
  }));
}

async function embedMaterial(
  sentences: Sentence[],
  answers: Answer[],
  topics: Topic[],
  embed: Embed,
): Promise<Material> {
  const isCompared = topics.some(({ examples, rejected }) => examples.length + rejected.length > 0);
  return {
    sentences,
    inContext: await embed(
      sentences.map(({ answer, text }) => `${answers[answer]?.question ?? ''} ${text}`.trim()),
    ),
    answers: await embed(answers.map(({ question, text }) => `${question} ${text}`.trim())),
    alone: isCompared ? await embed(sentences.map(({ text }) => text)) : [],
  };
}

async function findNewTopics(
  { all_tags, people, max_new_tags }: AutoTagRequest,
  material: Material,
  topics: Topic[],
  confidence: (topic: number, sentence: number) => number,
  embed: Embed,
): Promise<NewTopic[]> {
  const { sentences } = material;
  const english = sentences.flatMap(({ language }, at) => (isEnglish(language) ? [at] : []));
  const tokenize = createTokenize();
  const tokens = new Map(english.map((at) => [at, tokenize((sentences[at] as Sentence).text)]));
  const candidates = findNames(tokens, createPersonNames(people, [...tokens.values()]));
  const byText = new Map(sentences.map(({ text }, at) => [text, at]));
  const known = all_tags.map(({ name, source, quotes }, topic): KnownTag => {
    const members = new Set(
      sentences.flatMap((_, at) => (confidence(topic, at) >= memberConfidence ? [at] : [])),
    );
    for (const quote of quotes) for (const text of splitSentences(quote)) members.add(byText.get(text) ?? -1);
    return { name, source, members, vector: topics[topic]?.vectors[0] ?? new Float32Array() };
  });
  return nameThemes(candidates, material, known, max_new_tags, embed);
}

function toProposal(
  { transcripts }: AutoTagRequest,
  sentences: Sentence[],
  created: NewTopic[],
  taggings: AiTagging[],
): Proposal {
  const best = taggings.toSorted((a, b) => b.confidence - a.confidence).slice(0, taggingsMax);
  const remaining = new Set(best);
  const cut = new Set(taggings.filter((tagging) => !remaining.has(tagging)).map(({ file_id }) => file_id));
  const foreign = new Set(
    sentences.flatMap(({ language, transcript }) =>
      isEnglish(language) ? [] : [transcripts[transcript]?.file_id ?? ''],
    ),
  );
  return {
    new_tags: created.map(({ name }) => ({ name, description: null })),
    taggings: taggings.filter((tagging) => remaining.has(tagging)),
    skipped: [
      ...[...foreign].map((file_id) => ({ file_id, reason: 'language_not_supported' as const })),
      ...[...cut].map((file_id) => ({ file_id, reason: 'too_many_passages' as const })),
    ],
  };
}
