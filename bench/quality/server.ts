import { createParley, type ParleyClient, ParleyError } from '../../sdk/src/index.ts';
import type { Interview, Study, Turn } from './read-studies.ts';

/** The server has no such route. */
export class MissingRoute extends Error {}

export interface Job {
  id: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed';
  result: Record<string, unknown> | null;
  error: { code: string; message: string } | null;
}

type Untyped = (
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** The public API, as a program uses it. */
export type Server = ReturnType<typeof openServer>;

export function openServer(url: string, apiKey: string) {
  const parley: ParleyClient = createParley({ baseUrl: url, apiKey, timeoutMs: 120_000 });

  async function call<Data>(method: 'GET' | 'POST', path: string, init: object): Promise<Data> {
    const send = parley[method] as unknown as Untyped;
    const { data, error, response } = await send(path, init);
    if (data !== undefined) return (data as { data: Data }).data;
    if (response.status === 404 || response.status === 405) throw new MissingRoute(`${method} ${path}`);
    throw ParleyError.from(error, response);
  }
  const get = <Data>(path: string, query: object = {}) => call<Data>('GET', path, { params: { query } });
  const post = <Data>(path: string, body: object) => call<Data>('POST', path, { body });

  return {
    get,
    post,
    uploadFile: parley.uploadFile,

    async list<Item>(path: string, query: object = {}): Promise<Item[]> {
      const items = parley.list as unknown as (path: string, init: object) => AsyncIterable<Item>;
      const found: Item[] = [];
      for await (const item of items(path, { params: { query: { limit: 100, ...query } } })) found.push(item);
      return found;
    },

    /** Starts a job and waits for its end. Throws if it fails. */
    async run<Result>(path: string, body: object): Promise<Result> {
      const job = await this.finished((await post<Job>(path, body)).id);
      if (job.status === 'failed') throw new Error(`POST ${path}: ${job.error?.message}`);
      return job.result as Result;
    },

    async finished(jobId: string): Promise<Job> {
      for (;;) {
        const job = await get<Job>(`/v1/jobs/${jobId}`, { wait_seconds: 30 });
        if (job.status === 'succeeded' || job.status === 'failed') return job;
      }
    },
  };
}

/** An interview on the server. */
export interface LoadedInterview {
  interview: Interview;
  file_id: string;
  /** The turns, by the id of their segment. */
  turns: Map<string, Turn>;
}

export interface LoadedStudy {
  study: Study;
  project_id: string;
  interviews: LoadedInterview[];
  /** All turns of the study, by the id of their segment. */
  turns: Map<string, Turn>;
}

export interface Transcript {
  segments: { id: string; speaker_id: string; start_seconds: number; end_seconds: number; text: string }[];
}

/** Creates a project with one file per interview and one segment per turn. */
export async function loadStudy(server: Server, study: Study): Promise<LoadedStudy> {
  const project = await server.post<{ id: string }>('/v1/projects', { name: study.name });
  const interviews: LoadedInterview[] = [];
  for (const interview of study.interviews)
    interviews.push(await loadTurns(server, project.id, interview, interview.turns));
  const turns = new Map(interviews.flatMap((loaded) => [...loaded.turns]));
  return { study, project_id: project.id, interviews, turns };
}

/** Creates a file with these turns of an interview. Times follow from the number of words. */
export async function loadTurns(
  server: Server,
  projectId: string,
  interview: Interview,
  turns: readonly Turn[],
): Promise<LoadedInterview> {
  let time = 0;
  const segments = turns.map(({ speaker, text }) => {
    const start_seconds = time;
    const end_seconds = start_seconds + text.split(/\s+/).length * 0.4;
    time = end_seconds + 0.5;
    return { speaker, text, start_seconds, end_seconds };
  });
  const { id } = await server.post<{ id: string }>(`/v1/projects/${projectId}/files`, {
    name: `Interview ${interview.id}`,
    transcript: { segments, language: 'en' },
  });
  const transcript = await server.get<Transcript>(`/v1/files/${id}/transcript`);
  const bySegment = new Map(transcript.segments.map((segment, at) => [segment.id, turns[at] as Turn]));
  return { interview, file_id: id, turns: bySegment };
}

/** What is said in each interview, to look up quotations that continue in the next turn. */
export const spokenTexts = ({ interviews }: LoadedStudy): string[] =>
  interviews.map(({ interview }) => interview.turns.map(({ text }) => text).join(' '));
