import type { ReactNode } from 'react';
import { useUpdateWorkspace, type Workspace } from '../../data/workspace.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Choice } from '../../ui/field.tsx';
import { Section } from '../../ui/page-layout.tsx';
import { useToast } from '../../ui/toast.tsx';

/** Which models process research data, and what leaves the server for them. */
export function AiSection({ ai, isOwner }: { ai: Workspace['ai']; isOwner: boolean }) {
  return (
    <Section title="AI and your data">
      <p className="max-w-prose">
        {ai.sends_data_outside
          ? 'Research data is sent to an external service for transcription or analysis.'
          : 'Transcription and analysis run on this server. No research data leaves it.'}
      </p>
      <dl className="mt-4 max-w-lg border-t border-line">
        <Fact name="Reports, answers and tags">
          {ai.model} <span className="text-soft">({ai.provider})</span>
        </Fact>
        <Fact name="Transcription">
          {ai.transcription_provider === 'none' ? 'Not installed' : ai.transcription_provider}
        </Fact>
        <Fact name="Leaves this server">{ai.sends_data_outside ? leaving(ai.redaction) : 'Nothing'}</Fact>
      </dl>
      {isOwner && ai.sends_data_outside && <Redaction redaction={ai.redaction} />}
      <p className="mt-3 text-sm text-soft">The operator of the server chooses the models.</p>
    </Section>
  );
}

const leaving = (redaction: boolean) =>
  redaction
    ? 'Text in which names, addresses and numbers are replaced; recordings as they are'
    : 'Text and recordings as they are';

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
            { onError: (error) => toast({ text: `Not changed: ${errorMessage(error)}` }) },
          )
        }
        title="Replace personal data before text is sent"
        description="E-mail and postal addresses, phone and card numbers and names of participants become placeholders. Recordings are not changed."
      />
    </div>
  );
}
