import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { type Generator, type GeneratorConfig, GeneratorError, invalidResponse } from './generator.ts';
import { postJson, refused } from './post-json.ts';

const answerTokensMax = 16_000;
const tool = 'answer';

interface Message {
  stop_reason?: unknown;
  content?: { type?: unknown; name?: unknown; input?: unknown }[];
}

/** Anthropic's Messages API. The model must call one tool; the input of that call is the answer. */
export function createAnthropicGenerator(outbound: Outbound, config: GeneratorConfig): Generator {
  const url = `${config.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/messages`;
  return {
    name: config.name,
    model: config.model,
    sends_data_outside: leavesMachine(config.baseUrl),
    async generate({ instructions, material, shape, signal }) {
      const { status, json } = await postJson(outbound, {
        url,
        headers: {
          'anthropic-version': '2023-06-01',
          ...(config.apiKey ? { 'x-api-key': config.apiKey } : {}),
        },
        body: {
          model: config.model,
          max_tokens: answerTokensMax,
          system: instructions,
          messages: [{ role: 'user', content: material }],
          tools: [{ name: tool, description: 'Submits the answer.', input_schema: shape }],
          tool_choice: { type: 'tool', name: tool },
        },
        signal,
      });
      if (status !== 200) throw refused(status);
      return readAnswer(json as Message);
    },
  };
}

function readAnswer(message: Message | null): unknown {
  if (message?.stop_reason === 'refusal')
    throw new GeneratorError('provider_refused', 'The AI model declined to answer.');
  if (message?.stop_reason === 'max_tokens') throw invalidResponse('was truncated');
  const blocks = Array.isArray(message?.content) ? message.content : [];
  const used = blocks.find((block) => block?.type === 'tool_use' && block.name === tool);
  if (!used) throw invalidResponse('contains no text');
  return used.input;
}
