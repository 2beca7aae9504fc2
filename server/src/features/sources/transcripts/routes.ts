import { CachedJson, type Route, route } from '../../../http/route.ts';
import {
  JoinInput,
  MergeInput,
  RevertInput,
  SegmentEdit,
  SegmentEdits,
  SpeakerEdit,
  SplitInput,
  TranscriptReplacement,
  UndoInput,
} from './change-schema.ts';
import { exportTranscript } from './formats/format-transcript.ts';
import { transcriptBodyBytesMax } from './limits.ts';
import { editSegments } from './revisions/edit-segments.ts';
import { changeOf, editSegment, editSpeaker, mergeSpeaker, splitSegment } from './revisions/edits.ts';
import type { Revised } from './revisions/revise.ts';
import {
  ChangedSegment,
  ChangedSpeaker,
  DeletedTranscript,
  ExportQuery,
  Revision,
  RevisionsQuery,
  SegmentsChange,
  SpeakerParams,
  Transcript,
  TranscriptExport,
  TranscriptQuery,
  toRevision,
  toSegments,
  toTranscript,
  WrittenTranscript,
  withWords,
} from './schema.ts';
import {
  deleteTranscript,
  editTranscript,
  getRevision,
  getSerializedTranscript,
  getTranscript,
  joinWithNext,
  type OnTranscriptRemoved,
  type OnTranscriptWritten,
  replaceTranscript,
  requireTranscript,
  revertTranscript,
  undoTranscript,
} from './service.ts';
import { listRevisions, readWordTimes } from './store.ts';
import type { TranscriptThreads } from './threads/transcript-threads.ts';
import { createTranscriptCache } from './transcript-cache.ts';

export interface TranscriptDeps {
  threads: TranscriptThreads;
  transcriptWritten: OnTranscriptWritten;
  transcriptRemoved: OnTranscriptRemoved;
}

const path = '/files/{fileId}/transcript';
const whole = { tag: 'Transcripts', status: 200, ids: { fileId: 'file' }, data: Transcript } as const;
const oneSegment = {
  tag: 'Transcripts',
  status: 200,
  ids: { fileId: 'file', segmentId: 'segment' },
} as const;
const oneSpeaker = {
  tag: 'Transcripts',
  status: 200,
  ids: { fileId: 'file' },
  params: SpeakerParams,
} as const;

export function transcriptRoutes(deps: TranscriptDeps): Route[] {
  return [...wholeRoutes(deps), ...segmentRoutes(deps), ...speakerRoutes(deps)];
}

function wholeRoutes(deps: TranscriptDeps): Route[] {
  const { threads, transcriptRemoved } = deps;
  const cache = createTranscriptCache();
  return [
    route({
      ...whole,
      method: 'GET',
      path,
      operationId: 'getTranscript',
      summary: 'Get the transcript of a file',
      description:
        'All segments in order of time. 404 if there is no transcript. With `revision`, the transcript of that revision.',
      query: TranscriptQuery,
      handler: async (call) => {
        const { revision, words } = call.query;
        if (revision !== undefined || words) {
          const { transcript, segments } = await getRevision(call, call.params.fileId, revision);
          const data = toTranscript(transcript, segments);
          if (!words) return { data };
          return { data: withWords(data, await readWordTimes(call.db, data.file_id, data.revision)) };
        }
        const data = await getSerializedTranscript(
          cache,
          call,
          call.params.fileId,
          (draft) => new CachedJson(toTranscript(draft.transcript, draft.segments)),
        );
        return { data };
      },
    }),
    route({
      ...whole,
      data: WrittenTranscript,
      method: 'PUT',
      path,
      operationId: 'replaceTranscript',
      summary: 'Write or import a transcript',
      description:
        'From `segments`, or from the text of a VTT or SRT file. A segment keeps its id if you send it, or if its times and words are unchanged. The previous transcript remains as a revision. Taggings, evidence and citations move with their words. Those whose words are removed remain, marked `detached`.',
      bodyBytesMax: transcriptBodyBytesMax,
      body: TranscriptReplacement,
      example: {
        body: {
          segments: [
            { speaker: 'Interviewer', start_seconds: 0, end_seconds: 4.2, text: 'What did you expect here?' },
            { speaker: 'Ada', start_seconds: 4.2, end_seconds: 9, text: 'A button to go back.' },
          ],
        },
      },
      handler: async (call) => {
        return { data: toWritten(await replaceTranscript(deps, call, call.params.fileId, call.body)) };
      },
    }),
    route({
      method: 'DELETE',
      path,
      operationId: 'deleteTranscript',
      tag: 'Transcripts',
      summary: 'Delete the transcript of a file',
      description:
        'Also deletes all its revisions. Taggings, evidence and citations remain with their quotes, marked `detached`.',
      status: 200,
      ids: { fileId: 'file' },
      data: DeletedTranscript,
      handler: async (call) => {
        const { fileId } = call.params;
        const detached_anchors = await deleteTranscript(transcriptRemoved, call, fileId);
        return { data: { id: fileId, deleted: true, detached_anchors } };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/revisions`,
      operationId: 'listTranscriptRevisions',
      tag: 'Transcripts',
      summary: 'List the revisions of a transcript',
      status: 200,
      ids: { fileId: 'file' },
      query: RevisionsQuery,
      data: Revision,
      list: true,
      handler: async ({ db, principal, params, query }) => {
        await requireTranscript(db, principal, params.fileId);
        const page = await listRevisions(db, params.fileId, query);
        return { data: page.rows.map(toRevision), next_cursor: page.next_cursor };
      },
    }),
    route({
      ...whole,
      data: WrittenTranscript,
      method: 'POST',
      path: `${path}/revert`,
      operationId: 'revertTranscript',
      summary: 'Revert to a revision',
      description:
        'The old state becomes a new revision, and the revisions in between remain. Taggings and evidence return to their ranges of that revision.',
      body: RevertInput,
      example: { body: { revision: 1 } },
      handler: async (call) => {
        const { revision, expected_revision } = call.body;
        const draft = await revertTranscript(threads, call, call.params.fileId, revision, expected_revision);
        return { data: toWritten(draft) };
      },
    }),
    route({
      ...whole,
      data: WrittenTranscript,
      method: 'POST',
      path: `${path}/undo`,
      operationId: 'undoTranscriptChange',
      summary: 'Undo your last change',
      description:
        'Undoes your last change that is not undone yet, or the `revision` of yours that you name. Changes of others remain. 422 if the same part was changed again since.',
      body: UndoInput,
      bodyOptional: true,
      example: { body: { revision: 7 } },
      handler: async (call) => ({
        data: toWritten(await undoTranscript(threads, call, call.params.fileId, call.body?.revision)),
      }),
    }),
    route({
      method: 'GET',
      path: `${path}/export`,
      operationId: 'exportTranscript',
      tag: 'Transcripts',
      summary: 'Export a transcript',
      status: 200,
      ids: { fileId: 'file' },
      query: ExportQuery,
      data: TranscriptExport,
      handler: async (call) => {
        const { transcript, segments, name } = await getTranscript(call, call.params.fileId);
        const spoken = toSegments(segments, transcript.speakers);
        return {
          data: exportTranscript(
            { name, language: transcript.language, segments: spoken },
            call.query.format,
          ),
        };
      },
    }),
  ];
}

const toWritten = ({ transcript, segments, detached }: Revised) => ({
  ...toTranscript(transcript, segments),
  detached_anchors: detached,
});

const expectedState = (segment_id: string, revision?: number, expected_version?: number) => ({
  revision,
  segment: { segment_id, expected_version },
});

function segmentRoutes({ threads }: TranscriptDeps): Route[] {
  return [
    route({
      method: 'PATCH',
      path: `${path}/segments`,
      operationId: 'updateSegments',
      tag: 'Transcripts',
      summary: 'Change many segments',
      description:
        'Their words or speakers, as one revision that one undo takes back. All of them or none: a fault names the segment.',
      status: 200,
      ids: { fileId: 'file' },
      data: SegmentsChange,
      bodyBytesMax: transcriptBodyBytesMax,
      body: SegmentEdits,
      example: {
        body: { segments: [{ id: 'seg_01k9p3v7e8r5ys1q2w4x6z8abc', text: 'I looked for the total.' }] },
      },
      handler: async (call) => {
        const { fileId } = call.params;
        const { before, after } = await editTranscript(threads, call, fileId, 'edit', {}, (draft) =>
          editSegments(draft, call.body.segments),
        );
        return { data: changeOf(before, after) };
      },
    }),
    route({
      ...oneSegment,
      method: 'PATCH',
      path: `${path}/segments/{segmentId}`,
      operationId: 'updateSegment',
      summary: 'Change a segment',
      description: 'Its words, speaker or times; it keeps its id.',
      data: ChangedSegment,
      body: SegmentEdit,
      example: { body: { text: 'A button to go back to the basket.' } },
      handler: async (call) => {
        const { fileId, segmentId } = call.params;
        const { expected_revision, expected_version, ...edit } = call.body;
        const expected = expectedState(segmentId, expected_revision, expected_version);
        const { after } = await editTranscript(threads, call, fileId, 'edit', expected, (draft) =>
          editSegment(draft, segmentId, edit),
        );
        const segment = after.segments.filter(({ id }) => id === segmentId);
        const [wire] = toSegments(segment, after.transcript.speakers);
        return { data: { ...wire, revision: after.transcript.revision } };
      },
    }),
    route({
      ...oneSegment,
      method: 'POST',
      path: `${path}/segments/{segmentId}/split`,
      operationId: 'splitSegment',
      summary: 'Split a segment in two',
      description: 'The first part keeps the id.',
      data: SegmentsChange,
      body: SplitInput,
      example: { body: { at_seconds: 6.5, at_character: 21 } },
      handler: async (call) => {
        const { fileId, segmentId } = call.params;
        const { expected_revision, expected_version, ...at } = call.body;
        const expected = expectedState(segmentId, expected_revision, expected_version);
        const { before, after } = await editTranscript(threads, call, fileId, 'split', expected, (draft) =>
          splitSegment(draft, segmentId, at, call.now.getTime()),
        );
        return { data: changeOf(before, after) };
      },
    }),
    route({
      ...oneSegment,
      method: 'POST',
      path: `${path}/segments/{segmentId}/join`,
      operationId: 'joinSegment',
      summary: 'Join a segment with the next one',
      description:
        'With a space between the texts, where the script has spaces. If the two are parts of a split word, the word is restored.',
      data: SegmentsChange,
      body: JoinInput,
      bodyOptional: true,
      example: { body: {} },
      handler: async (call) => {
        const { fileId, segmentId } = call.params;
        const expected = expectedState(segmentId, call.body?.expected_revision, call.body?.expected_version);
        const { before, after } = await joinWithNext(threads, call, fileId, segmentId, expected);
        return { data: changeOf(before, after) };
      },
    }),
  ];
}

function speakerRoutes({ threads }: TranscriptDeps): Route[] {
  return [
    route({
      ...oneSpeaker,
      method: 'PATCH',
      path: `${path}/speakers/{speakerId}`,
      operationId: 'updateSpeaker',
      summary: 'Rename a speaker',
      description: 'In every segment at once; also sets the role.',
      data: ChangedSpeaker,
      body: SpeakerEdit,
      example: { body: { label: 'Ada', role: 'participant' } },
      handler: async (call) => {
        const { fileId, speakerId } = call.params;
        const { expected_revision, ...edit } = call.body;
        const { after } = await editTranscript(
          threads,
          call,
          fileId,
          'rename_speaker',
          { revision: expected_revision },
          (draft) => editSpeaker(draft, speakerId, edit),
        );
        const speaker = after.transcript.speakers.find(({ id }) => id === speakerId);
        return { data: { ...speaker, revision: after.transcript.revision } };
      },
    }),
    route({
      ...oneSpeaker,
      method: 'POST',
      path: `${path}/speakers/{speakerId}/merge`,
      operationId: 'mergeSpeakers',
      summary: 'Merge a speaker into another',
      description: 'All its segments become the other speaker’s.',
      data: Transcript,
      body: MergeInput,
      example: { body: { into_speaker_id: 'spk_1' } },
      handler: async (call) => {
        const { fileId, speakerId } = call.params;
        const { into_speaker_id, expected_revision } = call.body;
        const { after } = await editTranscript(
          threads,
          call,
          fileId,
          'merge_speakers',
          { revision: expected_revision },
          (draft) => mergeSpeaker(draft, speakerId, into_speaker_id),
        );
        return { data: toTranscript(after.transcript, after.segments) };
      },
    }),
  ];
}
