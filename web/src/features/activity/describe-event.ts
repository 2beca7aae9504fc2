import type { Event } from '../../data/events.ts';
import { texts } from './texts.ts';

export interface Described {
  /** Before the name: "Transcribed". The whole sentence if there is no name. */
  verb: string;
  name: string | null;
  /** The page that shows it; null if it is gone or has no page. */
  path: string | null;
  projectId: string | null;
}

/** What the event itself does not say. */
export interface Known {
  testName?: string | undefined;
  /** The recording of a call is often saved after the call ended. */
  recordingId?: string | undefined;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const finished = (who: string, { testName }: Known) =>
  testName ? { verb: texts.finished(who), name: testName } : { verb: texts.finishedAStudy(who), name: null };

/** What happened, in words, and where to see it. */
export function describeEvent({ type, data }: Event, known: Known = {}): Described {
  const id = text(data.id);
  const name = ('name' in data && text(data.name)) || ('title' in data && text(data.title)) || null;
  const projectId = 'project_id' in data ? text(data.project_id) : id;
  const project = projectId && `/projects/${projectId}`;
  const at = (path: string | null) => ({ name, path, projectId });
  const atFile = (fileId: string | null | undefined) =>
    at(project && fileId ? `${project}/files/${fileId}` : project);
  switch (type) {
    case 'project.created':
      return { verb: texts.verbs.newProject, ...at(project) };
    case 'project.updated':
      return { verb: texts.verbs.projectChanged, ...at(project) };
    case 'project.deleted':
      return { verb: texts.verbs.projectDeleted, ...at(null) };
    case 'file.transcribed':
      return {
        verb: isRecording(data) ? texts.verbs.transcribed : texts.verbs.imported,
        ...atFile(isErased(data) ? null : id),
      };
    case 'tag.created':
      return { verb: texts.verbs.newTag, ...at(project && `${project}/tags/${id}`) };
    case 'report.generated':
      return { verb: texts.verbs.reportReady, ...at(project && `${project}/reports/${id}`) };
    case 'chat.completed':
      return { verb: texts.verbs.questionAnswered, ...at(null) };
    case 'test.published':
      return { verb: texts.verbs.testPublished, ...at(project) };
    case 'test.response.submitted': {
      const { name, email } = data.participant;
      const fileId = data.answers.find(({ file_id }) => file_id !== null)?.file_id;
      return { ...atFile(fileId), ...finished(name ?? email ?? texts.participant(data.number), known) };
    }
    case 'engage.session.completed': {
      const { name, email } = data.participant;
      const fileId = data.recording_file_id ?? known.recordingId;
      return { ...atFile(fileId), ...finished(name ?? email ?? texts.aParticipant, known) };
    }
  }
}

/** Text and subtitles have words from the beginning: they are imported, not transcribed. */
const isRecording = ({ kind }: { kind: string }) => kind === 'audio' || kind === 'video';

/** An erasure takes the status of the transcription from the event of a file that it deletes. */
const isErased = ({ transcription_status }: { transcription_status: string }) =>
  transcription_status === 'none';

/** The study of an answer or an interview. */
export const testIdOf = ({ data }: Event): string | undefined =>
  'test_id' in data ? data.test_id : undefined;

/** Whether a participant did it. The user who is named in the event only prepared it. */
export const isByParticipant = ({ type }: Event): boolean =>
  type === 'test.response.submitted' || type === 'engage.session.completed';

/** An ended call is one event of its session, one of its answers and one of its transcript. Only the first is shown. */
export function oneRowPerCall(events: Event[]): Event[] {
  const calls = new Set(
    events.flatMap(({ type, data }) => (type === 'engage.session.completed' ? data.id : [])),
  );
  return events.filter(({ data }) => !('session_id' in data && calls.has(data.session_id ?? '')));
}

/**
 * Leaves out what happened in projects that were deleted since: its pages are gone. `existing` are known projects,
 * because restoring a project is no event.
 */
export function withoutDeletedProjects(events: Event[], existing: ReadonlySet<string>): Event[] {
  const deleted = new Set(
    events.filter(({ type }) => type === 'project.deleted').map((event) => describeEvent(event).projectId),
  );
  return events.filter((event) => {
    const { projectId } = describeEvent(event);
    const isGone = projectId !== null && deleted.has(projectId) && !existing.has(projectId);
    return !isGone || event.type === 'project.deleted';
  });
}

/** Work that ends later is news for the person who started it; other changes only for other people. */
const endsLater = (event: Event): boolean =>
  isByParticipant(event) ||
  event.type === 'report.generated' ||
  (event.type === 'file.transcribed' && isRecording(event.data));

/** A person who asks waits for the answer on the screen, and a question of another person is no news. */
export const isNewsFor = (userId: string, event: Event): boolean =>
  event.type !== 'chat.completed' && (endsLater(event) || event.data.created_by !== userId);
