import { createContext, useContext } from 'react';
import type { Citation, Quotation } from '../../../data/report-document.ts';
import type { Moment } from '../../moments/index.ts';

/** What the blocks of a report need to know besides their own content. */
export interface EditorContext {
  projectId: string;
  reportId: string;
  mayWrite: boolean;
  /** Undefined until the text with a new quotation is saved. */
  citation(id: string): Citation | undefined;
  quotation(id: string): Quotation | undefined;
  /** A quotation that was inserted in this browser. */
  inserted(id: string): Moment | undefined;
  memberName(userId: string | null): string | undefined;
  keep(citationId: string): void;
  /** The words of a quotation were replaced by those that its segments have now. */
  requote(citationId: string, segmentIds: string[]): void;
}

const Context = createContext<EditorContext | undefined>(undefined);

export const EditorProvider = Context.Provider;

export function useEditorContext(): EditorContext {
  const context = useContext(Context);
  if (!context) throw new Error('A block of a report is outside of its editor.');
  return context;
}
