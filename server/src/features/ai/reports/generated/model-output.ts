import Type, { type Static, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { type Generator, GeneratorError } from '../../../../platform/ai/generate/index.ts';
import { escapeMarkdown } from '../../../evidence/index.ts';
import type { Draft } from '../draft.ts';

/** Every field is required, because servers with strict schemas demand it. */
const closed = { additionalProperties: false };
const Quotes = Type.Array(Type.Object({ segments: Type.Array(Type.String()), quote: Type.String() }, closed));

/** The requested output for a report. */
export const ReportOutput = Type.Object(
  {
    title: Type.String(),
    summary: Type.String(),
    sections: Type.Array(
      Type.Object({ heading: Type.String(), text: Type.String(), quotes: Quotes }, closed),
    ),
  },
  closed,
);
type ReportOutput = Static<typeof ReportOutput>;

/** The requested output for a part of the material. */
export const FindingsOutput = Type.Object(
  { findings: Type.Array(Type.Object({ text: Type.String(), quotes: Quotes }, closed)) },
  closed,
);
export type Finding = Static<typeof FindingsOutput>['findings'][number];

interface Question {
  instructions: string;
  material: string;
  signal: AbortSignal;
}

/** Sends a request and checks whether the response has the requested form. */
export async function ask<T extends TSchema>(
  generator: Generator,
  shape: T,
  question: Question,
): Promise<Static<T>> {
  const output = await generator.generate({ ...question, shape: JSON.parse(JSON.stringify(shape)) });
  if (!Check(shape, output)) throw unexpectedForm();
  return output;
}

const unexpectedForm = () =>
  new GeneratorError(
    'provider_answer',
    'The AI server returned a response that does not have the requested form.',
  );

/** `idOf`: the segment of each label. */
export function toDraft({ title, summary, sections }: ReportOutput, idOf: Map<string, string>): Draft {
  const namedSegments: Draft['namedSegments'] = {};
  const written = sections.filter(({ heading, text }) => heading.trim() && text.trim());
  if (written.length === 0) throw unexpectedForm();
  const bodies = sections.map(({ heading, text, quotes }) => {
    const quoted = quotes
      .filter(({ quote }) => quote.trim() !== '')
      .map(({ segments, quote }) => {
        const id = `cit_${Object.keys(namedSegments).length + 1}`;
        namedSegments[id] = segments.flatMap((label) => idOf.get(label.replace(/^\[|\]$/g, '')) ?? []);
        return `> ${escapeMarkdown(quote.replace(/\s+/g, ' ').trim())} [${id}]`;
      });
    return [`## ${escapeMarkdown(oneLine(heading))}`, clean(text), ...quoted].filter(Boolean).join('\n\n');
  });
  return {
    title: oneLine(title).slice(0, 200),
    summary: clean(summary),
    body: bodies.join('\n\n'),
    namedSegments,
  };
}

const oneLine = (text: string) =>
  text
    .replace(/^[#\s]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Removes labels, citations and top-level headings from the text of the model: only the server creates these. */
const clean = (text: string) =>
  text
    .replace(/(?<!\s)\s*\[(s\d+(,\s*s\d+)*|cit_\d+)\]/g, '')
    .replace(/^#{1,2}(?=\s)/gm, '###')
    .trim();
