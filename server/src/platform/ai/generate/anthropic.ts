import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import {
  declined,
  type Generator,
  type GeneratorConfig,
  GeneratorError,
  invalidResponse,
} from './generator.ts';
import { createFirstStringReader } from './partial-json.ts';
import { parseJson, postJson, refused } from './post-json.ts';
import { tokenBudgetOf } from './tokens.ts';
import { readUsage } from './usage.ts';

const tool = 'answer';

interface Usage {
  input_tokens?: unknown;
  output_tokens?: unknown;
}

interface Message {
  stop_reason?: unknown;
  content?: ({ type?: unknown; name?: unknown; input?: unknown } | null)[];
  usage?: Usage | undefined;
}

/** One server-sent event. */
interface MessageEvent {
  type?: unknown;
  message?: { usage?: Usage };
  content_block?: { type?: unknown; name?: unknown };
  delta?: { type?: unknown; partial_json?: unknown; stop_reason?: unknown };
  usage?: Usage;
}

/** Anthropic's Messages API. The model must call one tool; the input of that call is the answer. */
export function createAnthropicGenerator(outbound: Outbound, config: GeneratorConfig): Generator {
  const url = `${config.baseUrl.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1/messages`;
  const { inputTokensMax, outputTokensMax } = tokenBudgetOf(config);
  return {
    name: config.name,
    model: config.model,
    sends_data_outside: leavesMachine(config),
    inputTokensMax,
    async generate({ instructions, material, shape, signal, onText, onUsage }) {
      const streamed = onText && collectEvents(onText);
      const response = await postJson(outbound, {
        url,
        headers: {
          'anthropic-version': '2023-06-01',
          ...(config.apiKey ? { 'x-api-key': config.apiKey } : {}),
        },
        body: {
          model: config.model,
          max_tokens: outputTokensMax,
          system: instructions,
          messages: [{ role: 'user', content: material }],
          tools: [{ name: tool, description: 'Submits the answer.', input_schema: shape }],
          tool_choice: { type: 'tool', name: tool },
          ...(onText ? { stream: true } : {}),
        },
        signal,
        retryDelaysMs: config.retryDelaysMs,
        onEvent: streamed?.onEvent,
      });
      if (response.status !== 200) throw refused(response);
      const message = (response.json === undefined ? streamed?.message() : response.json) as Message | null;
      onUsage?.(
        readUsage(
          [message?.usage?.input_tokens, message?.usage?.output_tokens],
          [instructions + material, JSON.stringify(inputOf(message) ?? '')],
        ),
      );
      return readAnswer(message);
    },
  };
}

/** Puts the events of a streamed message together. */
function collectEvents(onText: (more: string) => void) {
  let json = '';
  let inTool = false;
  let stop_reason: unknown;
  let usage: Usage = {};
  let failed = false;
  const text = createFirstStringReader();
  return {
    onEvent(data: unknown) {
      const event = data as MessageEvent | null;
      if (event?.type === 'error') failed = true;
      usage = { ...usage, ...event?.message?.usage, ...event?.usage };
      if (event?.type === 'content_block_start')
        inTool = event.content_block?.type === 'tool_use' && event.content_block.name === tool;
      stop_reason = event?.delta?.stop_reason ?? stop_reason;
      const part = event?.delta?.partial_json;
      if (!inTool || typeof part !== 'string') return;
      json += part;
      const more = text.push(part);
      if (more) onText(more);
    },
    message(): Message {
      if (failed)
        throw new GeneratorError(
          'provider_unavailable',
          'The AI server stopped with an error while it answered.',
        );
      if (stop_reason === undefined) throw invalidResponse('was cut off');
      const isComplete = stop_reason !== 'max_tokens' && stop_reason !== 'refusal' && json !== '';
      const content = isComplete ? [{ type: 'tool_use', name: tool, input: parseJson(json) }] : [];
      return { stop_reason, content, usage };
    },
  };
}

function inputOf(message: Message | null): unknown {
  const blocks = Array.isArray(message?.content) ? message.content : [];
  return blocks.find((block) => block?.type === 'tool_use' && block.name === tool)?.input;
}

function readAnswer(message: Message | null): unknown {
  if (message?.stop_reason === 'refusal') throw declined();
  if (message?.stop_reason === 'max_tokens' || message?.stop_reason === 'model_context_window_exceeded')
    throw invalidResponse('was truncated');
  const input = inputOf(message);
  if (input === undefined) throw invalidResponse('contains no text');
  return input;
}
