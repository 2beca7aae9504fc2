import type { Findings } from './findings.ts';
import type { Study } from './read-studies.ts';
import { bestAssignment, wordErrors, wordsOf } from './score.ts';
import type { Server, Transcript } from './server.ts';
import { openSynthesizer, type Recording, voices } from './synthesize.ts';

/** One woman, two participants, one man. Few, because transcription takes minutes. */
const spokenInterviews = [
  { study: 'banking', interview: '01', voices: ['rms', 'slt'] },
  { study: 'developer', interview: '03', voices: ['rms', 'slt', 'awb'] },
  { study: 'smart-home', interview: '01', voices: ['rms', 'awb'] },
] as const;

/** Speaks some interviews with Flite, transcribes them, and compares words and speakers. */
export async function measureSpeech(server: Server, studies: Study[], findings: Findings): Promise<void> {
  const record = await openSynthesizer((text) => process.stderr.write(`${text}\n`));
  const project = await server.post<{ id: string }>('/v1/projects', { name: 'Speech' });
  for (const spoken of spokenInterviews) {
    const study = studies.find(({ id }) => id === spoken.study);
    const interview = study?.interviews.find(({ id }) => id === spoken.interview);
    if (!interview) continue;
    const recording = await record(interview, spoken.voices);
    const name = `${spoken.study}/${spoken.interview}`;
    const transcript = await transcribe(server, project.id, `${name}.wav`, recording);
    const detail = `${Math.round(recording.seconds)} s, voices ${recording.voices.join(', ')}`;
    const expected = wordsOf(interview.turns.map(({ text }) => text).join(' '));
    const returned = wordsOf(transcript.segments.map(({ text }) => text).join(' '));
    const rate = wordErrors(expected, returned) / expected.length;
    findings.value(`WER, ${name}`, `${(rate * 100).toFixed(1)} %, ${expected.length} words, ${detail}`);
    const count = new Set(transcript.segments.map(({ speaker_id }) => speaker_id)).size;
    findings.value(
      `speakers right, ${name}`,
      `${(shareRight(recording, transcript) * 100).toFixed(1)} % of the time, ${count} speakers found of ${recording.voices.length}`,
    );
  }
  findings.value('voices', `Flite ${voices.join(', ')}: synthetic, one at a time, without noise`);
}

async function transcribe(
  server: Server,
  projectId: string,
  name: string,
  { wav }: Recording,
): Promise<Transcript> {
  const source = new Blob([wav], { type: 'audio/wav' });
  const file = await server.uploadFile({ projectId, name, source, fields: { transcribe: true } });
  const query = { project_id: projectId, file_id: file.id, type: 'transcription' };
  for (;;) {
    const [job] = await server.get<{ id: string }[]>('/v1/jobs', query);
    if (job) {
      const { status, error } = await server.finished(job.id);
      if (status === 'failed') throw new Error(`${name}: ${error?.message}`);
      return server.get<Transcript>(`/v1/files/${file.id}/transcript`);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The share of the spoken time that has the right speaker, with the best assignment of labels to people. */
function shareRight({ turns }: Recording, { segments }: Transcript): number {
  const people = [...new Set(turns.map(({ turn }) => turn.speaker))];
  const labels = [...new Set(segments.map(({ speaker_id }) => speaker_id))];
  const shared = people.map(() => labels.map(() => 0));
  let all = 0;
  for (const { turn, start_seconds, end_seconds } of turns)
    for (const segment of segments) {
      const seconds =
        Math.min(end_seconds, segment.end_seconds) - Math.max(start_seconds, segment.start_seconds);
      if (seconds <= 0) continue;
      const row = shared[people.indexOf(turn.speaker)] as number[];
      const label = labels.indexOf(segment.speaker_id);
      row[label] = (row[label] ?? 0) + seconds;
      all += seconds;
    }
  return all === 0 ? 0 : bestAssignment(shared) / all;
}
