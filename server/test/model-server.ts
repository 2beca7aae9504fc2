import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The body as it was received. */
  bytes: Buffer;
  /** The parsed body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the request as it was sent.
  json: any;
}

export interface ModelReply {
  status?: number;
  headers?: Record<string, string>;
  /** Text is sent as it is, everything else as JSON. */
  body?: unknown;
  /** Sent one after the other, instead of a body. */
  chunks?: string[];
  /** Closes the connection after the last chunk, before the response is complete. */
  cutOff?: boolean;
}

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** Set by the test. `silence` never responds, `hang-up` closes the connection. */
  answer: (request: ModelRequest) => ModelReply | 'silence' | 'hang-up' | Promise<ModelReply>;
  close(): void;
}

/** A server on this machine that a test lets speak the protocol of an AI provider. */
export async function startModelServer(): Promise<ModelServer> {
  const silent: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const bytes = Buffer.concat(parts);
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        bytes,
        json: /json/.test(request.headers['content-type'] ?? '') ? JSON.parse(bytes.toString()) : undefined,
      };
      model.requests.push(received);
      const reply = await model.answer(received);
      if (reply === 'silence') silent.push(response);
      else if (reply === 'hang-up') response.destroy();
      else send(response, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const model: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    answer: () => ({ status: 500 }),
    close() {
      for (const response of silent) response.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

function send(response: ServerResponse, { status = 200, headers, body, chunks, cutOff }: ModelReply): void {
  const type = chunks ? 'text/event-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  for (const chunk of chunks ?? [typeof body === 'string' ? body : JSON.stringify(body ?? {})])
    response.write(chunk);
  // The last chunk must arrive before the connection is closed.
  if (cutOff) setImmediate(() => response.destroy());
  else response.end();
}

/** A response of OpenAI's `/chat/completions`. */
export const completion = (answer: unknown): ModelReply => ({
  body: {
    choices: [
      {
        finish_reason: 'stop',
        message: { content: typeof answer === 'string' ? answer : JSON.stringify(answer) },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20 },
  },
});
