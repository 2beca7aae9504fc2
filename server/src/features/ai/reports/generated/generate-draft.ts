import {
  countTokens,
  createMaterial,
  type Generator,
  GeneratorError,
} from '../../../../platform/ai/generate/index.ts';
import type { Draft, DraftRequest, Template } from '../draft.ts';
import { ask, type Finding, FindingsOutput, ReportOutput, toDraft } from './model-output.ts';
import { divide, labelTranscripts, renderPart } from './transcript-parts.ts';

interface Progress {
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress(fraction: number): void;
}

const templateInstructions: Record<Template, string> = {
  summary: 'A summary: the answer to the request, then one section for each theme.',
  usability:
    'A usability report: where people struggled, what worked, what they wished for, what to do about it.',
  interview: 'An interview report: one section for each theme, then one on what sets the participants apart.',
  survey: 'A survey report: how often each answer or theme occurs, then what people say about it.',
};

/** Bounds the requests for one report. */
const partsMax = 60;
const wordsMax = 500_000;
/** A word with its share of the label and the speaker of its segment, counted as `countTokens` does. */
const tokensPerWord = 3;
/** Instructions, schema and a prompt of usual length. */
const usualOverheadTokens = 1_500;

/** How many words of transcripts this model can read for one report. */
export const readableWords = ({ inputTokensMax }: Pick<Generator, 'inputTokensMax'>) =>
  Math.min(
    wordsMax,
    Math.floor(
      (Math.max(inputTokensMax / 2, inputTokensMax - usualOverheadTokens) * partsMax) / tokensPerWord,
    ),
  );

/**
 * Lets a model write the report. Material that is longer than the context of the model is read in parts: the model notes
 * findings with quotations for each part, and then writes the report from these.
 */
export async function generateDraft(
  generator: Generator,
  request: DraftRequest,
  progress: Progress,
): Promise<Draft> {
  // The count of tokens is an estimate, and the configured context may be wrong.
  for (let budget = generator.inputTokensMax; ; budget = Math.floor(budget / 2)) {
    try {
      return await draftWithin(generator, request, budget, progress);
    } catch (error) {
      const isTooLong = error instanceof GeneratorError && error.code === 'context_exceeded';
      if (!isTooLong || budget < generator.inputTokensMax / 4) throw error;
    }
  }
}

async function draftWithin(
  generator: Generator,
  request: DraftRequest,
  budget: number,
  { signal, onProgress }: Progress,
): Promise<Draft> {
  const transcripts = labelTranscripts(request.sources);
  const { block, rule } = createMaterial();
  const prompt = block('request', request.prompt);
  const room =
    budget - countTokens(`${reportInstructions(request, rule)}${prompt}${JSON.stringify(ReportOutput)}`);
  if (room < roomMin)
    throw new GeneratorError(
      'context_exceeded',
      'The context of the AI model is too small for this request. Shorten the prompt or use a model with a larger context.',
    );
  const write = async (material: string) =>
    toDraft(
      await ask(generator, ReportOutput, {
        instructions: reportInstructions(request, rule),
        material: `${prompt}\n\n${material}`,
        signal,
      }),
      transcripts.idOf,
    );
  const parts = divide(transcripts.lines, room).map((lines) =>
    renderPart(lines, (name, text) => block('transcript', text, name)),
  );
  if (parts.length <= 1) return write(parts[0] ?? '');

  let done = 0;
  const findingsOf = async (material: string, instructions: string) => {
    const { findings } = await ask(generator, FindingsOutput, {
      instructions,
      material: `${prompt}\n\n${material}`,
      signal,
    });
    onProgress(++done / (parts.length * 1.5));
    return findings.slice(0, findingsMax).map(shorten);
  };
  const render = (findings: Finding[]) =>
    block('findings', findings.map((finding) => renderFinding(finding, transcripts.speakerOf)).join('\n'));
  let notes = await mapInTurn(parts, (part) => findingsOf(part, partInstructions(rule)));
  while (notes.length > 1 && countTokens(render(notes.flat())) > room) {
    const groups = groupNotes(notes, (list) => countTokens(render(list)), room);
    notes = await mapInTurn(groups, (group) => findingsOf(render(group), mergeInstructions(rule)));
  }
  return write(render(notes.flat()));
}

/** Less than this is not enough for one segment. */
const roomMin = 400;

/** Bounds what the model notes for each part, so that the notes of at least two parts fit into the smallest context. */
const findingsMax = 6;
const shorten = ({ text, quotes }: Finding): Finding => ({
  text: text.slice(0, 400),
  quotes: quotes.filter(({ quote }) => quote.length <= 400).slice(0, 2),
});

const renderFinding = ({ text, quotes }: Finding, speakerOf: Map<string, string>) =>
  [
    `- ${text.replace(/\s+/g, ' ')}`,
    ...quotes.map(({ segments, quote }) => {
      const labels = segments.map((label) => label.replace(/^\[|\]$/g, ''));
      return `  [${labels.join(', ')}] ${speakerOf.get(labels[0] ?? '') ?? ''}: ${quote.replace(/\s+/g, ' ')}`;
    }),
  ].join('\n');

/** Groups that fit into the room, each of at least two notes, so that every round has fewer. */
function groupNotes(notes: Finding[][], sizeOf: (list: Finding[]) => number, room: number): Finding[][] {
  const groups: { list: Finding[]; count: number }[] = [];
  for (const note of notes) {
    const last = groups.at(-1);
    if (last && (last.count < 2 || sizeOf([...last.list, ...note]) <= room)) {
      last.list.push(...note);
      last.count++;
    } else groups.push({ list: [...note], count: 1 });
  }
  return groups.map(({ list }) => list);
}

/** A few requests at a time: servers on the own machine answer one after the other, others limit their number. */
const concurrency = 3;

async function mapInTurn<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  let failed = false;
  const worker = async () => {
    for (const [i, item] of entries) {
      if (failed) return;
      results[i] = await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

const quotationRules = [
  'Put quotations into `quotes`, never into other fields: copy the words exactly, letter for letter, from the segments that you name by their labels.',
  'A quotation that is not there word for word will be thrown out.',
];

const labelRule = 'Each segment begins with its label, such as [s12], then who speaks and when.';

const reportInstructions = ({ template, language }: DraftRequest, rule: string) =>
  [
    'You write reports about user research for the people who did it.',
    `Form: ${templateInstructions[template]}`,
    language ? `Write in the language ${language}; quotations stay in the language they were said in.` : '',
    `Below is the request, then transcripts or findings from them. ${labelRule}`,
    rule,
    'Say only what the material supports. Text is Markdown without headings.',
    ...quotationRules,
  ]
    .filter(Boolean)
    .join('\n');

const findingRules = `Note at most ${findingsMax} findings that help to answer the request, each in one or two sentences, with one or two quotations of at most 40 words.`;

const partInstructions = (rule: string) =>
  [
    'You read one part of the transcripts of a user research study. Another step will write a report from your notes.',
    findingRules,
    `If the part has nothing about the request, return no findings. ${labelRule}`,
    rule,
    ...quotationRules,
  ].join('\n');

const mergeInstructions = (rule: string) =>
  [
    'You combine notes on parts of a user research study. Another step will write a report from them.',
    findingRules,
    'Join findings that say the same, and say how many participants each is about. Keep the labels of the quotations.',
    rule,
    ...quotationRules,
  ].join('\n');
