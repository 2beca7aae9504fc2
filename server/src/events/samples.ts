import type { EventType } from './catalogue.ts';
import chatCompleted from './samples/chat.completed.json' with { type: 'json' };
import sessionCompleted from './samples/engage.session.completed.json' with { type: 'json' };
import fileTranscribed from './samples/file.transcribed.json' with { type: 'json' };
import projectCreated from './samples/project.created.json' with { type: 'json' };
import projectDeleted from './samples/project.deleted.json' with { type: 'json' };
import projectUpdated from './samples/project.updated.json' with { type: 'json' };
import reportGenerated from './samples/report.generated.json' with { type: 'json' };
import tagCreated from './samples/tag.created.json' with { type: 'json' };
import testPublished from './samples/test.published.json' with { type: 'json' };
import responseSubmitted from './samples/test.response.submitted.json' with { type: 'json' };

/** An event as subscribers receive it (spec §8.2). */
interface SampleEvent {
  id: string;
  type: string;
  created_at: string;
  data: object;
}

const samples: Record<EventType, SampleEvent> = {
  'project.created': projectCreated,
  'project.updated': projectUpdated,
  'project.deleted': projectDeleted,
  'test.published': testPublished,
  'test.response.submitted': responseSubmitted,
  'file.transcribed': fileTranscribed,
  'report.generated': reportGenerated,
  'chat.completed': chatCompleted,
  'engage.session.completed': sessionCompleted,
  'tag.created': tagCreated,
};

/** One sample event of each type: for test deliveries of webhooks, for automations and for the documentation. */
export const sampleEvent = (type: EventType): SampleEvent => samples[type];
