import type { Outbound } from '../../outbound/index.ts';
import { leavesMachine } from '../leaves-machine.ts';
import { type Generator, type GeneratorConfig, GeneratorError, invalidResponse } from './generator.ts';
import { parseJson, postJson, refused } from './post-json.ts';

interface Completion {
  choices?: { finish_reason?: unknown; message?: { content?: unknown; refusal?: unknown } }[];
}

/** Any server with OpenAI's `/chat/completions`: OpenAI, Ollama, vLLM, llama.cpp. */
export function createOpenAiGenerator(outbound: Outbound, config: GeneratorConfig): Generator {
  const url = `${config.baseUrl.replace(/\/+$/, '')}/chat/completions`;
  return {
    name: config.name,
    model: config.model,
    sends_data_outside: leavesMachine(config.baseUrl),
    async generate({ instructions, material, shape, signal }) {
      const complete = (system: string, response_format: object) =>
        postJson(outbound, {
          url,
          headers: config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {},
          body: {
            model: config.model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: material },
            ],
            response_format,
          },
          signal,
        });
      const response = await complete(instructions, {
        type: 'json_schema',
        json_schema: { name: 'answer', strict: true, schema: shape },
      });
      if (response.status === 200) return readAnswer(response.json as Completion);
      if (response.status !== 400 && response.status !== 422) throw refused(response.status);
      // The server may not support schemas: describe the shape in the instructions instead.
      const retried = await complete(
        `${instructions}\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(shape)}`,
        { type: 'json_object' },
      );
      if (retried.status !== 200) throw refused(retried.status);
      return readAnswer(retried.json as Completion);
    },
  };
}

function readAnswer(completion: Completion | null): unknown {
  const choice = Array.isArray(completion?.choices) ? completion.choices[0] : undefined;
  const content = choice?.message?.content;
  if (typeof choice?.message?.refusal === 'string')
    throw new GeneratorError('provider_refused', 'The AI model declined to answer.');
  if (choice?.finish_reason === 'length') throw invalidResponse('was truncated');
  if (typeof content !== 'string') throw invalidResponse('contains no text');
  return parseJson(content);
}
