/** What a new report starts with. */
export const starts = ['blank', 'findings', 'usability', 'interview', 'decision', 'written'] as const;
export type Start = (typeof starts)[number];

/** What the address says about the list of reports. */
export interface ReportsView {
  q?: string | undefined;
  /** The last changed first, if omitted. */
  sort?: '-created_at' | 'created_at' | undefined;
  status?: 'ready' | 'edited' | undefined;
  /** The new report that the dialog shows. */
  new?: Start | undefined;
}

export type ChangeReportsView = (change: Partial<ReportsView>, options: { replace: boolean }) => void;
