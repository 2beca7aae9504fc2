import { countTokens } from '../../../../platform/ai/generate/index.ts';
import { formatMoment, type Source } from '../../../evidence/index.ts';

/** One segment as the model reads it. */
interface Line {
  source: Source;
  text: string;
  tokens: number;
}

export interface LabeledTranscripts {
  lines: Line[];
  /** The segment of each label, such as `s12`. */
  idOf: Map<string, string>;
  speakerOf: Map<string, string>;
}

/** A segment that is longer than this is split into several lines with the same label. */
const lineCharactersMax = 2_000;

export function labelTranscripts(sources: Source[]): LabeledTranscripts {
  const lines: Line[] = [];
  const idOf = new Map<string, string>();
  const speakerOf = new Map<string, string>();
  for (const source of sources)
    for (const segment of source.segments) {
      const label = `s${idOf.size + 1}`;
      const speaker = oneLine(segment.speaker);
      idOf.set(label, segment.id);
      speakerOf.set(label, speaker);
      for (const piece of split(oneLine(segment.text))) {
        const text = `[${label}] ${speaker} (${formatMoment(segment.start_seconds)}): ${piece}`;
        lines.push({ source, text, tokens: countTokens(text) + 1 });
      }
    }
  return { lines, idOf, speakerOf };
}

/** A line break in a segment could pretend to start another segment. */
const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();

function split(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > lineCharactersMax) {
    const space = rest.lastIndexOf(' ', lineCharactersMax);
    const end = space > lineCharactersMax / 2 ? space : lineCharactersMax;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}

/** Divides the lines into parts of at most `tokensMax`. A line that is longer is a part of its own. */
export function divide(lines: Line[], tokensMax: number): Line[][] {
  const parts: Line[][] = [];
  let used = 0;
  let source: Source | undefined;
  for (const line of lines) {
    const heading = line.source === source ? 0 : countTokens(line.source.name) + headingTokens;
    const part = parts.at(-1);
    if (part && used + heading + line.tokens <= tokensMax) {
      part.push(line);
      used += heading + line.tokens;
    } else {
      parts.push([line]);
      used = countTokens(line.source.name) + headingTokens + line.tokens;
    }
    source = line.source;
  }
  return parts;
}

/** The tags around the transcript of a file. */
const headingTokens = 50;

/** Renders each run of lines of the same file. */
export function renderPart(lines: Line[], render: (name: string, text: string) => string): string {
  const blocks: { source: Source; texts: string[] }[] = [];
  for (const { source, text } of lines) {
    const last = blocks.at(-1);
    if (last?.source === source) last.texts.push(text);
    else blocks.push({ source, texts: [text] });
  }
  return blocks.map(({ source, texts }) => render(source.name, texts.join('\n'))).join('\n\n');
}
