import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The parts of the set. Only `tuning` may be used to choose thresholds and words. */
export const parts = ['tuning', 'held-out'] as const;
export type Part = (typeof parts)[number];

export const sentiments = ['positive', 'neutral', 'negative'] as const;
export type Sentiment = (typeof sentiments)[number];

export interface Span {
  tag: string;
  quote: string;
  /** Offsets in the text of the turn, in code points like all offsets of the API. */
  start: number;
  end: number;
}

export interface Turn {
  /** Unique in the study: the interview and the position of the turn, for example `01:7`. */
  id: string;
  speaker: string;
  is_interviewer: boolean;
  is_small_talk: boolean;
  text: string;
  spans: Span[];
  /** Undefined for the interviewer. */
  sentiment: Sentiment | undefined;
}

export interface Interview {
  id: string;
  title: string;
  turns: Turn[];
}

export interface Question {
  ask: string;
  /** Ids of the turns that answer it; empty if the material has no answer. */
  answered_by: string[];
  is_off_topic: boolean;
}

export interface Study {
  id: string;
  part: Part;
  name: string;
  /** Names by key. */
  tags: Map<string, string>;
  themes: { name: string; tags: string[] }[];
  questions: Question[];
  /** Only whether the material has an answer is known. */
  further_questions: { ask: string; has_answer: boolean }[];
  interviews: Interview[];
}

interface StudyFile {
  name: string;
  description: string;
  tags: Record<string, string>;
  themes: { name: string; tags: string[] }[];
  questions: { ask: string; answered_by: string[] }[];
  unanswered: { ask: string; off_topic?: boolean }[];
  further_questions?: { answered: string[]; unanswered: string[] };
}

const folder = fileURLToPath(new URL('.', import.meta.url));
const sentimentOf: Record<string, Sentiment> = { '+': 'positive', '=': 'neutral', '-': 'negative' };
const turnPattern = /^([A-Z])([+=-]?)(~?)(?: @([a-z0-9]+))?: (.+)$/;
const spanPattern = /\{([a-z]+): ([^{}]+)\}/;

/** Reads the studies of one part or of all parts. Throws at the first mistake in a file. */
export async function readStudies(only?: Part): Promise<Study[]> {
  const studies: Study[] = [];
  for (const part of parts.filter((name) => only === undefined || name === only))
    for (const id of (await readdir(path.join(folder, part))).sort()) studies.push(await readStudy(part, id));
  return studies;
}

async function readStudy(part: Part, id: string): Promise<Study> {
  const files = (await readdir(path.join(folder, part, id))).sort();
  const read = (file: string) => readFile(path.join(folder, part, id, file), 'utf8');
  const study = parse(await read('study.yaml')) as StudyFile;
  const tags = new Map(Object.entries(study.tags));
  /** Turn ids by reference, for example `01@frozen`. */
  const references = new Map<string, string>();
  const interviews: Interview[] = [];
  for (const file of files.filter((name) => name.endsWith('.txt'))) {
    const name = path.basename(file, '.txt');
    interviews.push(parseInterview(name, await read(file), references));
  }
  const where = `${part}/${id}`;
  for (const { turns } of interviews)
    for (const { id: turn, spans } of turns)
      for (const { tag } of spans) if (!tags.has(tag)) throw new Error(`${where} ${turn}: no tag "${tag}"`);
  for (const { name, tags: keys } of study.themes)
    for (const key of keys) if (!tags.has(key)) throw new Error(`${where}, theme "${name}": no tag "${key}"`);
  const turnOf = (reference: string) => {
    const turn = references.get(reference);
    if (turn === undefined) throw new Error(`${where}: no turn ${reference}`);
    return turn;
  };
  const questions = [
    ...study.questions.map(({ ask, answered_by }) => ({
      ask,
      answered_by: answered_by.map(turnOf),
      is_off_topic: false,
    })),
    ...study.unanswered.map(({ ask, off_topic = false }) => ({
      ask,
      answered_by: [],
      is_off_topic: off_topic,
    })),
  ];
  const { answered = [], unanswered = [] } = study.further_questions ?? {};
  const further_questions = [
    ...answered.map((ask) => ({ ask, has_answer: true })),
    ...unanswered.map((ask) => ({ ask, has_answer: false })),
  ];
  return {
    id,
    part,
    name: study.name,
    tags,
    themes: study.themes,
    questions,
    further_questions,
    interviews,
  };
}

/** See README.md for the format. Adds the references of its turns to `references`. */
export function parseInterview(id: string, content: string, references: Map<string, string>): Interview {
  const [head = '', body = ''] = content.split('\n---\n');
  const fields = new Map(head.split('\n').map((line) => line.split(': ', 2) as [string, string]));
  const turns = body
    .trimEnd()
    .split('\n')
    .map((line, at): Turn => {
      const [, letter = '', sign = '', smallTalk, key, marked = ''] = turnPattern.exec(line) ?? [];
      const speaker = fields.get(letter);
      if (speaker === undefined) throw new Error(`${id}: not a turn: ${line}`);
      const is_interviewer = letter === 'I';
      if (is_interviewer !== (sign === '')) throw new Error(`${id}: wrong sentiment: ${line}`);
      const turn = `${id}:${at + 1}`;
      if (key !== undefined) references.set(`${id}@${key}`, turn);
      const sentiment = sentimentOf[sign];
      return {
        id: turn,
        speaker,
        is_interviewer,
        is_small_talk: smallTalk === '~',
        ...parseSpans(marked),
        sentiment,
      };
    });
  return { id, title: fields.get('title') ?? id, turns };
}

/** Removes the marks from a text and returns what they mark. */
function parseSpans(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = marked;
  for (let found = spanPattern.exec(text); found; found = spanPattern.exec(text)) {
    const [mark, tag = '', quote = ''] = found;
    const start = [...text.slice(0, found.index)].length;
    spans.push({ tag, quote, start, end: start + [...quote].length });
    text = text.replace(mark, () => quote);
  }
  if (/[{}]/.test(text)) throw new Error(`a mark is not closed: ${marked}`);
  return { text, spans };
}
