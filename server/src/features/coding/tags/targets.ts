import type { ProjectRecords } from '../../projects/index.ts';

/** Types of records that can have a tag (spec §5.2). */
export const targetTypes = ['file', 'segment', 'note', 'card', 'clip', 'response', 'participant'] as const;
export type TargetType = (typeof targetTypes)[number];

/** The records of each taggable type, as the features registered them. */
export type TaggableTypes = (type: TargetType) => ProjectRecords;

export function taggableTypesOf(registered: ProjectRecords[]): TaggableTypes {
  const byType = new Map<string, ProjectRecords>(registered.map((records) => [records.kind, records]));
  return (type) => byType.get(type) ?? { kind: type };
}
