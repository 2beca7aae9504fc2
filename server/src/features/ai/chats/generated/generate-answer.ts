import Type from 'typebox';
import { Check } from 'typebox/value';
import {
  countTokens,
  createMaterial,
  type Generator,
  GeneratorError,
} from '../../../../platform/ai/generate/index.ts';
import type { AnswerDraft } from '../answer.ts';
import { repeatsInstructions } from './inspect-output.ts';
import { type AnswerMaterial, renderMaterial } from './material.ts';
import { differsMark, toDraft } from './to-draft.ts';

/**
 * The requested output of the model. `text` comes first, because only the first property can be streamed. Every field is
 * required, because servers with strict schemas demand it.
 */
const ModelOutput = Type.Object(
  { text: Type.String(), answered: Type.Boolean() },
  { additionalProperties: false },
);

export interface AnswerRequest extends AnswerMaterial {
  language: string | null;
  /** The heading above views that contradict others. */
  differ: string;
  signal: AbortSignal;
  /** Receives the paragraphs that the model has completed so far. */
  onDraft?(draft: AnswerDraft): void;
}

export async function generateAnswer(generator: Generator, request: AnswerRequest): Promise<AnswerDraft> {
  const blocks = createMaterial();
  const instructions = instructionsFor(request.language, blocks.rule);
  const shape = JSON.parse(JSON.stringify(ModelOutput));
  const tokensMax = generator.inputTokensMax - countTokens(instructions + JSON.stringify(shape));
  const { text: material, idOf } = renderMaterial(request, blocks, tokensMax);
  let written = '';
  let completed = 0;
  const output = await generator.generate({
    instructions,
    material,
    shape,
    signal: request.signal,
    onText(more) {
      written += more;
      // Only whole paragraphs: half a quotation cannot be verified.
      const end = written.lastIndexOf('\n\n');
      if (end <= completed) return;
      completed = end;
      const paragraphs = written.slice(0, end);
      if (!repeatsInstructions(paragraphs, instructions))
        request.onDraft?.({ ...toDraft(paragraphs, idOf, request.differ), answered: true });
    },
  });
  if (!Check(ModelOutput, output) || output.text.trim() === '')
    throw invalid('that does not have the requested form');
  if (repeatsInstructions(output.text, instructions))
    throw invalid('that repeats its instructions instead of answering');
  return { ...toDraft(output.text, idOf, request.differ), answered: output.answered };
}

const invalid = (what: string) =>
  new GeneratorError('provider_answer', `The AI server returned a response ${what}.`);

const instructionsFor = (language: string | null, rule: string) =>
  [
    'You answer questions of researchers about the material of their study.',
    language ? `Write in the language ${language}; quotations stay in the language they were said in.` : '',
    'Below is the thread so far, the question of the user, then passages of transcripts and other records. Each segment begins with its label, such as [s12], then who speaks and when.',
    rule,
    'Say only what the material supports. If it does not contain an answer, set `answered` to false and say so in the first sentence.',
    'Begin with a paragraph of one sentence that answers the question. Do not count participants or passages: the counts are added later. Then one short sentence for each theme, as a paragraph of its own, each followed by its quotations.',
    `Participants who see it differently come last: begin the sentence about them with ${differsMark}.`,
    'Write `text` in Markdown without headings, links, images and HTML, with an empty line between paragraphs.',
    'Put each quotation into a paragraph of its own that begins with `> ` and ends with the label of its segment: copy the words exactly, letter for letter. For example: > I gave up at that point. [s12]',
    'Interviewers’ questions are no evidence. A quotation that is not there word for word will be thrown out.',
  ]
    .filter(Boolean)
    .join('\n');
