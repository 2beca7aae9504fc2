import { useQuery } from '@tanstack/react-query';
import { api, get, type Workspace } from '../../lib/api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { bytes, counted, onDay, sentence } from '../../lib/words.ts';
import { Badge, PageHead, Section } from '../../ui/page.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Members } from './members.tsx';
import { UsageSection } from './usage-section.tsx';

export function WorkspacePage() {
  usePageTitle('Workspace');
  const workspace = useQuery({
    queryKey: ['workspace'],
    queryFn: async () => (await get(api.GET('/v1/workspace'))).data,
  });
  if (workspace.isPending) return <Waiting label="Loading the workspace" />;
  if (workspace.isError) return <Failure error={workspace.error} onRetry={() => void workspace.refetch()} />;
  return (
    <>
      <PageHead
        title={workspace.data.name}
        lead={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge>Plan: {sentence(workspace.data.plan)}</Badge>
            <span>{holdings(workspace.data).join(' · ')}</span>
          </p>
        }
      />
      <UsageSection />
      <Intelligence ai={workspace.data.ai} />
      <Section
        title="Members"
        lead={`${counted(workspace.data.member_count, 'person', 'people')} in this workspace.`}
      >
        <Members ownerId={workspace.data.owner_id} />
      </Section>
    </>
  );
}

const holdings = (workspace: Workspace) => [
  counted(workspace.project_count, 'project'),
  counted(workspace.file_count, 'file'),
  `${bytes(workspace.storage_bytes)} stored`,
  `since ${onDay(workspace.created_at)}`,
];

function Intelligence({ ai }: { ai: Workspace['ai'] }) {
  return (
    <Section title="Where your material is read">
      <p className="max-w-prose">
        {ai.sends_data_outside
          ? `Transcripts are sent to ${ai.provider} (${ai.model}) to be read.`
          : 'On this machine only. Nothing you upload is sent anywhere to be transcribed or read.'}
      </p>
      <p className="mt-2 text-sm text-soft">
        Reading and writing: {ai.model} ({ai.provider}) · transcription: {ai.transcription_provider}
      </p>
    </Section>
  );
}
