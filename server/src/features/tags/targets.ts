/** Types of records that can have a tag (spec §5.2). */
export const targetTypes = ['file', 'segment', 'note', 'card', 'clip', 'response', 'participant'] as const;
export type TargetType = (typeof targetTypes)[number];
