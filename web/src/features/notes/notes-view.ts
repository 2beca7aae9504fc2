export interface NotesView {
  q?: string | undefined;
  file?: string | undefined;
  tag?: string | undefined;
  note?: string | undefined;
  comment?: string | undefined;
}

export type ChangeNotesView = (change: Partial<NotesView>, options: { replace: boolean }) => void;
