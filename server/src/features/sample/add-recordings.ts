import type { SampleClient } from './client.ts';
import { hum, humWithPicture } from './recording.ts';
import { readScript } from './script.ts';
import type { SampleInterview } from './study.ts';
import { waitUntilDone } from './wait-until-done.ts';

/** A segment of a stored transcript, with the file it belongs to. */
export interface StoredSegment {
  id: string;
  file_id: string;
  start_seconds: number;
  end_seconds: number;
  text: string;
}

interface StoredFile {
  id: string;
  name: string;
  status: string;
  transcription_status: string;
}

interface StoredTranscript {
  segments: StoredSegment[];
  speakers: { id: string; role: string | null }[];
}

/** Makes sure that every interview is stored with its transcript; returns the segments of all of them. */
export async function addRecordings(
  client: SampleClient,
  projectId: string,
  interviews: SampleInterview[],
  ffmpeg: string,
): Promise<StoredSegment[]> {
  const stored = await client.list<StoredFile>(`/projects/${projectId}/files`);
  const add = async (interview: SampleInterview): Promise<StoredSegment[]> => {
    const found = stored.find(({ name }) => name === interview.file);
    const { id } =
      found ??
      (await client.post<StoredFile>(`/projects/${projectId}/files`, await recordingForm(interview, ffmpeg)));
    const file = await waitUntilDone(() => client.get<StoredFile>(`/files/${id}`));
    if (file.transcription_status !== 'completed')
      await client.put(`/files/${id}/transcript`, { language: 'en', segments: readScript(interview.script) });
    const transcript = await client.get<StoredTranscript>(`/files/${id}/transcript`);
    await addRoles(client, id, transcript.speakers);
    return transcript.segments.map((segment) => ({ ...segment, file_id: id }));
  };
  // At the same time: most of it is waiting.
  return (await Promise.all(interviews.map(add))).flat();
}

/** In the scripts the interviewer speaks first. */
async function addRoles(client: SampleClient, fileId: string, speakers: StoredTranscript['speakers']) {
  for (const [index, speaker] of speakers.entries()) {
    if (speaker.role !== null) continue;
    const role = index === 0 ? 'interviewer' : 'participant';
    await client.patch(`/files/${fileId}/transcript/speakers/${speaker.id}`, { role });
  }
}

async function recordingForm(interview: SampleInterview, ffmpeg: string): Promise<FormData> {
  const turns = readScript(interview.script);
  const isVideo = interview.file.endsWith('.mp4');
  const bytes = isVideo
    ? await humWithPicture(interview.file.replace(/\.mp4$/, ''), turns, ffmpeg)
    : hum(turns);
  const form = new FormData();
  form.set('recorded_at', interview.recorded_at);
  form.set('language', 'en');
  const type = isVideo ? 'video/mp4' : 'audio/wav';
  form.set('file', new File([new Uint8Array(bytes)], interview.file, { type }));
  return form;
}
