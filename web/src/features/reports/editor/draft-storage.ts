import type { ReportText } from '../../../data/report-document.ts';

/** A text with the version that it is based on. */
export interface VersionedText extends ReportText {
  version: number;
}

/** Text that is not on the server yet. It survives a reload, a closed tab, hours without a network and an ended sign-in. */
export interface ReportDraft {
  text: ReportText;
  base: VersionedText;
}

const keyOf = (reportId: string) => `parley.report.${reportId}`;

export function readDraft(reportId: string): ReportDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(reportId)) ?? 'null') as ReportDraft | null;
    const isDraft = typeof draft?.text?.body_markdown === 'string' && typeof draft.base?.version === 'number';
    return isDraft ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the browser has stored it. */
export function writeDraft(reportId: string, draft: ReportDraft | undefined): boolean {
  try {
    if (draft) localStorage.setItem(keyOf(reportId), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(reportId));
    return true;
  } catch {
    // The storage is full or forbidden. The text is still on the screen.
    return false;
  }
}
