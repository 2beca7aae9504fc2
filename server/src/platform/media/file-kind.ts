/** Values of `kind` (spec §4.1). */
export type FileKind = 'video' | 'audio' | 'pdf' | 'document' | 'image' | 'other';
