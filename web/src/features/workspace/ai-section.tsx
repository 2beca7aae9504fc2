import type { ReactNode } from 'react';
import { useUpdateWorkspace, type Workspace } from '../../data/workspace.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Choice } from '../../ui/field.tsx';
import { Section } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Which models process research data, and what leaves the server for them. */
export function AiSection({ ai, isOwner }: { ai: Workspace['ai']; isOwner: boolean }) {
  return (
    <Section title={texts.aiAndYourData}>
      <p className="max-w-prose">{ai.sends_data_outside ? texts.externalService : texts.onThisServer}</p>
      <dl className="mt-4 max-w-lg border-t border-line">
        <Fact name={texts.reportsAnswersAndTags}>
          {ai.model} <span className="text-soft">({ai.provider})</span>
        </Fact>
        <Fact name={texts.transcription}>
          {ai.transcription_provider === 'none' ? texts.notInstalled : ai.transcription_provider}
        </Fact>
        <Fact name={texts.leavesThisServer}>
          {ai.sends_data_outside ? leaving(ai.redaction) : texts.nothing}
        </Fact>
      </dl>
      {isOwner && ai.sends_data_outside && <Redaction redaction={ai.redaction} />}
      <p className="mt-3 text-sm text-soft">{texts.operatorServerChoosesModels}</p>
    </Section>
  );
}

const leaving = (redaction: boolean) => (redaction ? texts.textReplaced : texts.textAndRecordingsAsThey);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5">
    <dt className="text-soft">{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Redaction({ redaction }: { redaction: boolean }) {
  const update = useUpdateWorkspace();
  const toast = useToast();
  return (
    <div className="mt-4 max-w-lg">
      <Choice
        type="checkbox"
        checked={redaction}
        disabled={update.isPending}
        onChange={(event) =>
          update.mutate(
            { ai: { redaction: event.target.checked } },
            { onError: (error) => toast({ text: texts.notChanged(errorMessage(error)) }) },
          )
        }
        title={texts.replaceBeforeSending}
        description={texts.replaceHint}
      />
    </div>
  );
}
