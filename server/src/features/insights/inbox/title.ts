import type { InboxRow } from './store.ts';

const kinds: Partial<Record<InboxRow['subject_type'], string>> = {
  card: 'the card',
  report: 'the report',
  note: 'the note',
  clip: 'the clip',
  tagging: 'the highlight',
  file: 'the file',
};
const studies: Record<string, string> = {
  survey: 'the survey',
  ai_survey: 'the AI survey',
  ai_interview: 'the AI interview',
  live_interview: 'the interview',
};
const work: Record<string, [ended: string, failed: string]> = {
  transcription: ['The transcript is ready', 'The transcription failed'],
  report: ['The report is written', 'The report could not be written'],
  chat: ['The question was answered', 'The question could not be answered'],
  auto_tag: ['Suggestions for tags are ready', 'Finding tags failed'],
  sentiment: ['The sentiment analysis is ready', 'The sentiment analysis failed'],
  simulation: ['The simulation is finished', 'The simulation failed'],
};

const quoted = (name: string | null) => (name ? ` “${name}”` : '');

/** What happened, in one English sentence. */
export function titleOf(row: InboxRow): string {
  const actor = row.actor_name ?? 'A former member';
  const record = `${kinds[row.subject_type] ?? 'a record'}${quoted(row.name)}`;
  switch (row.type) {
    case 'mention':
      return `${actor} mentioned you on ${record}`;
    case 'reply':
      return `${actor} replied on ${record}`;
    case 'assignment':
      return `${actor} assigned you ${record}`;
    case 'job_succeeded':
      return `${work[row.job_type ?? '']?.[0] ?? 'A job is finished'}: ${row.name ?? ''}`;
    case 'job_failed':
      return `${work[row.job_type ?? '']?.[1] ?? 'A job failed'}: ${row.name ?? ''}`;
    case 'response': {
      const who = row.count > 1 ? `${row.count} people` : (row.participant ?? 'A participant');
      return `${who} finished ${studies[row.test_type ?? ''] ?? 'the study'}${quoted(row.name)}`;
    }
    case 'webhook_disabled':
      return `The webhook to ${row.name ?? 'a receiver'} was disabled`;
    case 'invitation_bounced':
      return `The invitation to ${row.name ?? 'an address'} bounced`;
  }
}
