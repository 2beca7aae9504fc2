import { invalidField, notFound } from '../../../foundation/errors.ts';
import type { Caller } from '../../../http/route.ts';
import { sql } from '../../../platform/database/index.ts';
import { getSession, saveSession } from '../sessions/index.ts';
import { getVersionContent } from '../tests/index.ts';
import type { CallDeps } from './deps.ts';
import { isRecordingAllowed } from './join.ts';
import { endRecording, findRecording, insertRecording, type PeerRow } from './store.ts';

/** Starts a recorder of a researcher's browser. Refused unless the participant agreed to be recorded. */
export async function startRecording(
  { recordings }: Pick<CallDeps, 'recordings'>,
  caller: Caller,
  peer: PeerRow,
  contentType: string,
) {
  const { now } = caller;
  return caller.db.transaction(async (tx) => {
    const session = await getSession(
      { ...caller, db: tx },
      peer.session_id,
      'write',
      sql`for no key update of s`,
    );
    if (session.status !== 'in_progress')
      throw invalidField('status', 'Only a call in progress can be recorded.');
    const { name } = await getVersionContent(tx, session.test_id, session.test_version);
    if (!(await isRecordingAllowed(tx, session)))
      throw invalidField('session_id', 'The participant has not agreed to a recording.');
    const { file_id, upload_url } = await recordings.open(
      tx,
      {
        workspace_id: session.workspace_id,
        project_id: session.project_id,
        name: `${name}, ${session.participant.name ?? 'interview'}`.slice(0, 255),
        content_type: contentType,
        source: 'session',
        session_id: session.id,
        transcribe: {},
        created_by: caller.principal.user_id,
      },
      now,
    );
    await insertRecording(tx, {
      file_id,
      session_id: session.id,
      peer_id: peer.id,
      started_at: now,
      ended_at: null,
    });
    // The first recording is that of the session; another one continues it after a crash of the recorder.
    if (!session.recording_file_id) await saveSession(tx, session.id, { recording_file_id: file_id }, now);
    return { file_id, upload_url };
  });
}

/** Ends a recording at the bytes that have arrived. */
export async function stopRecording(
  deps: Pick<CallDeps, 'recordings' | 'db'>,
  sessionId: string,
  fileId: string,
  now: Date,
): Promise<void> {
  const recording = await findRecording(deps.db, fileId);
  if (recording?.session_id !== sessionId) throw notFound('Recording');
  await deps.recordings.seal(fileId);
  await endRecording(deps.db, fileId, now);
}
