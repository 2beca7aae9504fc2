import Type from 'typebox';
import { Check } from 'typebox/value';
import { countTokens, createMaterial, type Generator } from '../../../../platform/ai/generate/index.ts';
import { escapeMarkdown } from '../../../evidence/index.ts';
import type { TurnRow } from '../store.ts';
import type { SummaryDraft } from './summary.ts';

const ModelOutput = Type.Object({ text: Type.String() }, { additionalProperties: false });
const charactersMax = 6_000;

/** A summary by the language model; undefined if its answer cannot be used. Throws what the generator throws. */
export async function generateSummary(
  generator: Generator,
  turns: TurnRow[],
  language: string,
  signal: AbortSignal,
): Promise<SummaryDraft | undefined> {
  const material = createMaterial();
  const instructions = [
    'You summarise a research interview for researchers.',
    `Write in the language ${language}: three to eight short paragraphs in plain words, the most important first. Say only what the participant said.`,
    'Below each paragraph, put one quotation of the participant in a paragraph of its own that begins with `> ` and ends with the label of the message, for example: > I gave up at that point. [s12]',
    'Copy quotations letter for letter. What the moderator says is no evidence. No headings, no links, no lists.',
    material.rule,
  ].join('\n');
  const conversation = turns
    .map(({ number, role, text }) => `[s${number}] ${role}: ${text.replace(/\s+/g, ' ')}`)
    .join('\n');
  const block = material.block('interview', conversation);
  if (countTokens(instructions + block) > generator.inputTokensMax) return undefined;
  const shape = JSON.parse(JSON.stringify(ModelOutput));
  const output = await generator.generate({ instructions, material: block, shape, signal });
  if (!Check(ModelOutput, output) || output.text.length > charactersMax) return undefined;
  const spoken = new Set(turns.flatMap(({ role, number }) => (role === 'participant' ? number : [])));
  return toDraft(output.text, spoken);
}

const label = /\[s(\d+)\]/g;

/** Each quotation becomes a block with a citation; labels, links and markup elsewhere are removed. */
function toDraft(text: string, spoken: Set<number>): SummaryDraft | undefined {
  const namedTurns: SummaryDraft['namedTurns'] = {};
  const parts = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n|\n(?=[^\S\n]*>)/)
    .map((part) => {
      const numbers = [...part.matchAll(label)].map(([, number]) => Number(number));
      const words = part
        .replace(label, ' ')
        .replace(/^[^\S\r\n\u2028\u2029]*[>#*-]+ ?/gm, '')
        .replace(/!?\[([^[\]]*)\]\([^)]{0,300}\)/g, '$1')
        .replace(/\s+/g, ' ')
        .trim();
      if (words === '' || !/^\s*>/.test(part)) return escapeMarkdown(words);
      const citation = `cit_${Object.keys(namedTurns).length + 1}`;
      namedTurns[citation] = numbers.filter((number) => spoken.has(number));
      return `> ${escapeMarkdown(words.replace(/^["“„«] ?(.*?) ?["”“»]$/u, '$1'))} [${citation}]`;
    });
  const hasQuotations = Object.keys(namedTurns).length > 0;
  return hasQuotations ? { text: parts.filter(Boolean).join('\n\n'), namedTurns } : undefined;
}
