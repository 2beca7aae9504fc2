import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../../foundation/errors.ts';
import type { Received } from '../../../http/route.ts';
import { TranscriberError } from '../../../platform/ai/transcribe/index.ts';
import { MediaError } from '../../../platform/media/media-error.ts';
import { withWorkFolder } from '../../../platform/storage/local-file.ts';
import { TaskFailure, type TaskHandler } from '../../../platform/tasks/index.ts';
import { type ParticipantCaller, requireOpen } from '../responses/index.ts';
import { endAudio, readAudio, saveAudio } from './audio-store.ts';
import type { InterviewDeps } from './deps.ts';
import { addUsage, findInterview, findInterviewOfSession, listTurns } from './store.ts';

/** One spoken answer: about an hour of speech as browsers record it. */
export const audioBytesMax = 10 * 1024 * 1024;
export const audioTypes = ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/mpeg', 'audio/wav', 'audio/x-wav'];

const kind = 'interview.transcribe';

/** Reads the recording before the request's transaction begins. */
export async function receiveAudio(request: FastifyRequest): Promise<Received> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > audioBytesMax) throw invalidField('body', `must not have more than ${audioBytesMax} bytes.`);
    chunks.push(chunk);
  }
  if (size === 0) throw invalidField('body', 'is empty.');
  return { body: Buffer.concat(chunks), release: async () => {} };
}

/** Stores a spoken answer, which a task transcribes. The answer counts when the participant sends its text as a turn. */
export async function saveSpoken(
  deps: InterviewDeps,
  { db, principal, now }: ParticipantCaller,
  clientTurn: number,
  audio: unknown,
): Promise<void> {
  // A JSON body passes the validation of the route, because the recording is read before it.
  if (!Buffer.isBuffer(audio)) throw invalidField('body', `must be a recording: ${audioTypes.join(', ')}.`);
  const { response } = await requireOpen(db, principal, now);
  const interview = response && (await findInterview(db, response.id));
  if (!interview || interview.ended_at) throw invalidField('link', 'There is no interview in progress.');
  const { session_id } = interview;
  const turns = await listTurns(db, session_id);
  const next = turns.filter(({ role }) => role === 'participant').length + 1;
  if (clientTurn !== next) throw invalidField('client_turn', `must be ${next}.`);
  await db.transaction(async (tx) => {
    const { version } = await saveAudio(tx, session_id, clientTurn, audio, now);
    const input = { client_turn: clientTurn, version };
    await deps.tasks.add(tx, { kind, workspace_id: principal.workspace_id, subject: session_id, input });
  });
}

interface AudioTask {
  client_turn: number;
  version: number;
}

export const audioTaskKinds = (deps: InterviewDeps): Record<string, TaskHandler> => ({
  [kind]: {
    concurrency: 2,
    async run(task, run) {
      const recording = { session_id: task.subject, ...(task.input as unknown as AudioTask) };
      const audio = await readAudio(deps.db, recording);
      // Recorded again, or the participant withdrew.
      if (!audio) return;
      const text = await transcribe(deps, task.subject, audio, run.signal);
      await run.finish((tx) => endAudio(tx, recording, text === '' ? null : text));
    },
    onExhausted: (tx, task) =>
      endAudio(tx, { session_id: task.subject, ...(task.input as unknown as AudioTask) }, null),
  },
});

async function transcribe(
  deps: InterviewDeps,
  sessionId: string,
  audio: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const { media, transcriber } = deps;
  const interview = await findInterviewOfSession(deps.db, sessionId);
  try {
    return await withWorkFolder(deps.workDir, async (folder) => {
      const [input, wavPath] = [path.join(folder, 'answer'), path.join(folder, 'answer.wav')];
      await writeFile(input, audio);
      const { duration_seconds } = await media.probe(input, { signal });
      await media.extractAudio({ input, output: wavPath, signal, durationSeconds: duration_seconds });
      const { segments } = await transcriber.transcribe({
        wavPath,
        duration_seconds,
        language: interview?.language,
        vocabulary: [],
        diarize: false,
        signal,
        onProgress: () => {},
      });
      if (transcriber.name !== 'embedded')
        await addUsage(deps.db, sessionId, {
          provider: transcriber.name,
          model: transcriber.model,
          input_tokens: 0,
          output_tokens: 0,
          audio_seconds: duration_seconds,
          cost_usd:
            transcriber.usd_per_minute === undefined
              ? null
              : (duration_seconds / 60) * transcriber.usd_per_minute,
        });
      return segments
        .map((segment) => segment.text.trim())
        .join(' ')
        .trim();
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MediaError) throw new TaskFailure(error.fault, error.message);
    if (error instanceof TranscriberError)
      throw new TaskFailure(error.code, error.message, { retryable: error.retryable });
    throw error;
  }
}
