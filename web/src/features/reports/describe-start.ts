import {
  FileText,
  Lightbulb,
  type LucideIcon,
  MessagesSquare,
  MousePointerClick,
  Scale,
  Sparkles,
} from 'lucide-react';
import type { NewReport } from '../../data/report-list.ts';
import type { Start } from './reports-view.ts';
import { texts } from './texts.ts';

export const startIcons: Record<Start, LucideIcon> = {
  blank: FileText,
  findings: Lightbulb,
  usability: MousePointerClick,
  interview: MessagesSquare,
  decision: Scale,
  written: Sparkles,
};

interface StartTexts {
  name: string;
  hint: string;
  sections: readonly { heading: string; hint: string }[];
}

export function startTexts(start: Start): StartTexts {
  if (start === 'blank') return { name: texts.create.blank, hint: texts.create.blankHint, sections: [] };
  if (start === 'written')
    return { name: texts.create.written, hint: texts.create.writtenHint, sections: [] };
  return texts.templates[start];
}

/** The templates of the API that lists filter by. */
const apiTemplates: Partial<Record<Start, NonNullable<NewReport['template']>>> = {
  findings: 'summary',
  usability: 'usability',
  interview: 'interview',
};

/** The report that a template or a blank page begins with: headings, each with what belongs below it. */
export function reportFrom(start: Exclude<Start, 'written'>, title: string): NewReport {
  const { name, sections } = startTexts(start);
  const template = apiTemplates[start];
  return {
    title: title.trim() || (start === 'blank' ? texts.create.untitled : name),
    body_markdown: sections.map(({ heading, hint }) => `## ${heading}\n\n*${hint}*`).join('\n\n'),
    ...(template ? { template } : {}),
  };
}
