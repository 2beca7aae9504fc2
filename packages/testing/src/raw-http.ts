import { once } from 'node:events';
import { connect } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the server really sent.
  body: any;
}

/**
 * Sends bytes that no HTTP client would send, and reads every response until the server closes the connection.
 * Informational responses (100) are left out.
 */
export async function sendRaw(url: string, ...bytes: (string | Buffer)[]): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A server may close before it has read everything; its response still counts.
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const part of bytes) socket.write(part);
  await once(socket, 'close');
  return parseResponses(Buffer.concat(received));
}

/** One request with any request line and headers, after which the server closes the connection. */
export async function sendRequest(
  url: string,
  line: string,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): Promise<RawResponse> {
  const all = {
    Host: 'parley.test',
    Connection: 'close',
    ...(body.length > 0 ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  };
  const head = [`${line} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
  const [response] = await sendRaw(url, Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), body);
  if (!response) throw new Error(`No response to ${line.slice(0, 100)}`);
  return response;
}

function parseResponses(bytes: Buffer): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const status = Number(statusLine.split(' ')[1]);
    rest = rest.subarray(end + 4);
    if (status === 100) continue;
    const length = headers['content-length'] === undefined ? rest.length : Number(headers['content-length']);
    const text = rest.subarray(0, length).toString();
    rest = rest.subarray(length);
    responses.push({ status, headers, body: text ? JSON.parse(text) : undefined });
  }
  return responses;
}
