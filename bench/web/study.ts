import { until } from '@parley/testing';

export interface WebStudy {
  workspaceId: string;
  projectId: string;
  /** A recording with a long transcript and many highlights. */
  fileId: string;
  cardId: string;
  laneIds: string[];
  call(method: string, path: string, body?: unknown): Promise<Body>;
}

// biome-ignore lint/suspicious/noExplicitAny: the bodies of many routes.
type Body = any;

export const segmentCount = 2_500;
export const highlightCount = 800;
const secondsPerSegment = 0.24;

/** A project with a recording of ten minutes, 2,500 segments, 800 highlights and a board. */
export async function createWebStudy(url: string, key: string): Promise<WebStudy> {
  const headers = { authorization: `Bearer ${key}` };
  const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
    const isForm = body instanceof FormData;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...headers,
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Body };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { workspace_id } = await call('GET', '/v1/me');
  const { id: projectId } = await call('POST', '/v1/projects', { name: 'Checkout', visibility: 'workspace' });
  const form = new FormData();
  form.append('file', new Blob([toneOf(segmentCount * secondsPerSegment)]), 'Interview.wav');
  const { id: fileId } = await call('POST', `/v1/projects/${projectId}/files`, form);
  await until(
    async () => (await call('GET', `/v1/files/${fileId}`)).status === 'ready',
    'the recording',
    300_000,
  );
  await call('PUT', `/v1/files/${fileId}/transcript`, { segments: segments() });
  const transcript = await call('GET', `/v1/files/${fileId}/transcript`);
  const { id: tag_id } = await call('POST', `/v1/projects/${projectId}/tags`, { name: 'Shipping' });
  const targets: string[] = transcript.segments.slice(0, highlightCount).map(({ id }: Body) => id);
  for (let i = 0; i < targets.length; i += 400) {
    const taggings = targets.slice(i, i + 400).map((target_id) => ({
      tag_id,
      target_type: 'segment',
      target_id,
      start_character: 4,
      end_character: 20,
    }));
    await call('POST', `/v1/projects/${projectId}/taggings`, { taggings });
  }
  const { id: cardId } = await call('POST', `/v1/projects/${projectId}/cards`, { title: 'Costs are late' });
  const lanes: Body[] = await call('GET', `/v1/projects/${projectId}/lanes`);
  return { workspaceId: workspace_id, projectId, fileId, cardId, laneIds: lanes.map(({ id }) => id), call };
}

const segments = () =>
  Array.from({ length: segmentCount }, (_, i) => ({
    speaker: i % 2 ? 'Interviewer' : 'Mina',
    start_seconds: i * secondsPerSegment,
    end_seconds: (i + 1) * secondsPerSegment,
    text: `And then I looked for the button that would bring me back to the basket, the ${i}th time.`,
  }));

/** A quiet tone as WAV: 8-bit mono at 8 kHz. */
function toneOf(seconds: number): Uint8Array<ArrayBuffer> {
  const rate = 8_000;
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples, 128);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples, 40);
  for (let i = 0; i < samples; i++)
    file[44 + i] = 128 + Math.round(20 * Math.sin(i / 10) * Math.sin(i / 40_000));
  return new Uint8Array(file);
}
