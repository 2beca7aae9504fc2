import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRedactor, type Redactor } from '../redaction/index.ts';
import type { AiUsage } from '../usage.ts';
import { cleanAnswer, createTextCleaner } from './clean-text.ts';
import type { GenerateRequest, Generator, TokenUsage } from './generator.ts';

/**
 * The configured language model as features receive it. Text can only be sent to it for a job, so that no feature can
 * forget to count usage, to redact, or to clean what the model writes.
 */
export interface JobGenerator
  extends Pick<Generator, 'name' | 'model' | 'sends_data_outside' | 'inputTokensMax'> {
  forJob(job: JobOfGenerator, run: { addUsage(usage: AiUsage): void }, options?: ForJobOptions): Generator;
}

export interface JobOfGenerator {
  workspace_id: string;
  project_id: string;
}

interface ForJobOptions {
  /** Names to redact besides those that the project knows. */
  names?: string[];
}

/** US dollars per million tokens. */
interface TokenPrices {
  input: number;
  output: number;
}

export interface JobGeneratorOptions {
  prices: TokenPrices | undefined;
  /** Returns the names that a request for this job must not contain, or undefined if it is sent as it is. */
  findNamesToRedact(job: JobOfGenerator): Promise<string[] | undefined>;
}

export function createJobGenerator(
  generator: Generator,
  { prices, findNamesToRedact }: JobGeneratorOptions,
): JobGenerator {
  const { name, model, sends_data_outside, inputTokensMax } = generator;
  return {
    name,
    model,
    sends_data_outside,
    inputTokensMax,
    forJob(job, run, { names = [] } = {}) {
      // One redactor for all requests of a job, so that a person has the same placeholder in each.
      let redactor: Promise<Redactor | undefined> | undefined;
      const openRedactor = async () => {
        const known = await findNamesToRedact(job);
        return known && createRedactor([...known, ...names]);
      };
      return {
        ...generator,
        async generate(request) {
          redactor ??= openRedactor();
          return generatePrivately(generator, await redactor, {
            ...request,
            onUsage(usage) {
              const cost_usd = prices ? costOf(usage, prices) : null;
              run.addUsage({ provider: name, model, ...usage, audio_seconds: 0, cost_usd });
              request.onUsage?.(usage);
            },
          });
        },
      };
    },
  };
}

const costOf = ({ input_tokens, output_tokens }: TokenUsage, { input, output }: TokenPrices) =>
  (input_tokens * input + output_tokens * output) / 1_000_000;

/** Redacts the request, restores and cleans the answer. */
async function generatePrivately(
  generator: Generator,
  redactor: Redactor | undefined,
  request: GenerateRequest,
): Promise<unknown> {
  const { material, shape, onText } = request;
  const instructions = redactor ? `${request.instructions}\n${placeholderRule}` : request.instructions;
  const context = { instructions, material };
  const restore = redactor?.restore ?? ((text: string) => text);
  const stream = onText && createTextStream(onText, restore, createTextCleaner(context));
  const answer = await generator.generate({
    ...request,
    instructions: redactor ? await redactInParts(redactor, instructions) : instructions,
    material: redactor ? await redactInParts(redactor, material) : material,
    shape: redactor ? redactShape(redactor, shape) : shape,
    ...(stream ? { onText: stream.push } : {}),
  });
  stream?.end();
  return cleanAnswer(restoreTexts(answer, restore), context);
}

const placeholderRule =
  'Names and contact details are replaced by placeholders such as [PERSON_1] or [EMAIL_2]. Copy a placeholder exactly, with its brackets. [PERSON_1] and [PERSON_1_2] are the same person.';
const partLength = 50_000;

/** Lets other requests run between the parts of a long text. */
async function redactInParts(redactor: Redactor, text: string): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = partEnd(text, at);
    parts.push(redactor.redact(text.slice(at, end)));
    at = end;
    if (at < text.length) await nextTurn();
  }
  return parts.join('');
}

/** Ends a part at a line break that is not inside a number or an address. */
function partEnd(text: string, start: number): number {
  if (text.length - start <= partLength * 2) return text.length;
  for (let at = start + partLength; at < start + partLength * 2; at++)
    if (text[at] === '\n' && !/[\d,-]/.test((text[at - 1] ?? '') + (text[at + 1] ?? ''))) return at;
  return start + partLength * 2;
}

/** Texts of a JSON Schema that can contain data of the workspace. */
const schemaTexts = new Set(['enum', 'const', 'description', 'title', 'examples', 'default']);

const redactShape = (redactor: Redactor, shape: object): object =>
  JSON.parse(JSON.stringify(shape), (key, value: unknown) => {
    if (!schemaTexts.has(key)) return value;
    if (typeof value === 'string') return redactor.redact(value);
    return Array.isArray(value)
      ? value.map((item: unknown) => (typeof item === 'string' ? redactor.redact(item) : item))
      : value;
  });

const restoreTexts = (answer: unknown, restore: (text: string) => string): unknown =>
  answer === undefined
    ? undefined
    : JSON.parse(JSON.stringify(answer), (_, value: unknown) =>
        typeof value === 'string' ? restore(value) : value,
      );

/** Passes on whole sentences, because a placeholder or a tag may be complete only with the next part. */
function createTextStream(
  onText: (more: string) => void,
  restore: (text: string) => string,
  clean: (text: string) => string,
) {
  let received = '';
  let checked = 0;
  let sent = '';
  const send = (end: number) => {
    if (end <= checked) return;
    checked = end;
    const text = clean(restore(received.slice(0, end)));
    // If cleaning changes text that was already sent, the rest waits for the final answer.
    if (!text.startsWith(sent) || text === sent) return;
    onText(text.slice(sent.length));
    sent = text;
  };
  return {
    push(more: string) {
      received += more;
      const ends = ['. ', '? ', '! ', '\n'].map((mark) => {
        const at = received.lastIndexOf(mark);
        return at < 0 ? 0 : at + mark.length;
      });
      send(Math.max(...ends));
    },
    end: () => send(received.length),
  };
}
