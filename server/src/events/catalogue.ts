/** The ten event types (spec §8.1). */
export const eventTypes = [
  'project.created',
  'project.updated',
  'project.deleted',
  'test.published',
  'test.response.submitted',
  'file.transcribed',
  'report.generated',
  'chat.completed',
  'engage.session.completed',
  'tag.created',
] as const;

export type EventType = (typeof eventTypes)[number];

export const eventMeanings: Record<EventType, string> = {
  'project.created': 'A project was created.',
  'project.updated': 'The name or description of a project changed.',
  'project.deleted': 'A project was deleted.',
  'test.published': 'An engage test went from Draft to Live.',
  'test.response.submitted': 'A participant submitted a response.',
  'file.transcribed': 'The transcription of a file completed.',
  'report.generated': 'A report job succeeded.',
  'chat.completed': 'A chat job succeeded and the answer is ready.',
  'engage.session.completed': 'A live or AI interview ended.',
  'tag.created': 'A tag was created in a project.',
};
