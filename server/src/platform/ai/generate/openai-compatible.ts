import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { declined, type Generator, type GeneratorConfig, invalidResponse } from './generator.ts';
import { createFirstStringReader } from './partial-json.ts';
import { parseJson, postJson, refused } from './post-json.ts';
import { tokenBudgetOf } from './tokens.ts';
import { readUsage } from './usage.ts';

interface Completion {
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null;
}

/** One server-sent event. */
interface CompletionChunk {
  choices?: { finish_reason?: unknown; delta?: { content?: unknown; refusal?: unknown } }[];
  usage?: Completion['usage'];
}

/** Any server with OpenAI's `/chat/completions`: OpenAI, Ollama, vLLM, llama.cpp. */
export function createOpenAiGenerator(outbound: Outbound, config: GeneratorConfig): Generator {
  const url = `${config.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  return {
    name: config.name,
    model: config.model,
    sends_data_outside: leavesMachine(config),
    inputTokensMax: tokenBudgetOf(config).inputTokensMax,
    async generate({ instructions, material, shape, signal, onText, onUsage }) {
      const complete = async (system: string, response_format: object) => {
        const streamed = onText && collectChunks(onText);
        const response = await postJson(outbound, {
          url,
          headers: config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {},
          body: {
            model: config.model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: material },
            ],
            response_format,
            ...(onText ? { stream: true, stream_options: { include_usage: true } } : {}),
          },
          signal,
          retryDelaysMs: config.retryDelaysMs,
          onEvent: streamed?.onEvent,
        });
        return response.status === 200 && response.json === undefined
          ? { ...response, json: streamed?.completion() }
          : response;
      };
      const answerOf = (completion: Completion | null) => {
        onUsage?.(
          readUsage(
            [completion?.usage?.prompt_tokens, completion?.usage?.completion_tokens],
            [instructions + material, contentOf(completion)],
          ),
        );
        return readAnswer(completion);
      };
      const response = await complete(instructions, {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: shape },
      });
      if (response.status === 200) return answerOf(response.json as Completion);
      const error = refused(response);
      if (error.code === 'context_exceeded' || (response.status !== 400 && response.status !== 422))
        throw error;
      // The server may not support schemas: describe the shape in the instructions instead.
      const retried = await complete(
        `${instructions}\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(shape)}`,
        { type: 'json_object' },
      );
      if (retried.status !== 200) throw refused(retried);
      return answerOf(retried.json as Completion);
    },
  };
}

/** Puts the events of a streamed completion together. */
function collectChunks(onText: (more: string) => void) {
  let content = '';
  let refusal = '';
  let finish_reason: unknown;
  let usage: Completion['usage'];
  const text = createFirstStringReader();
  return {
    onEvent(data: unknown) {
      const chunk = data as CompletionChunk | null;
      const choice = Array.isArray(chunk?.choices) ? chunk.choices[0] : undefined;
      finish_reason = choice?.finish_reason ?? finish_reason;
      usage = chunk?.usage ?? usage;
      if (typeof choice?.delta?.refusal === 'string') refusal += choice.delta.refusal;
      if (typeof choice?.delta?.content !== 'string') return;
      content += choice.delta.content;
      const more = text.push(choice.delta.content);
      if (more) onText(more);
    },
    completion(): Completion {
      if (finish_reason === undefined) throw invalidResponse('was cut off');
      const message = { content, ...(refusal ? { refusal } : {}) };
      return { choices: [{ finish_reason, message }], ...(usage ? { usage } : {}) };
    },
  };
}

const choiceOf = (completion: Completion | null) =>
  Array.isArray(completion?.choices) ? completion.choices[0] : undefined;

function contentOf(completion: Completion | null): string {
  const content = choiceOf(completion)?.message?.content;
  return typeof content === 'string' ? content : '';
}

function readAnswer(completion: Completion | null): unknown {
  const choice = choiceOf(completion);
  if (typeof choice?.message?.refusal === 'string' || choice?.finish_reason === 'content_filter')
    throw declined();
  if (choice?.finish_reason === 'length') throw invalidResponse('was truncated');
  const content = contentOf(completion);
  if (content.trim() === '') throw invalidResponse('contains no text');
  return parseJson(content);
}
