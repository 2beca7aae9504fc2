import { useQuery } from '@tanstack/react-query';
import { type Workspace, workspaceQuery } from '../../data/workspace.ts';
import { formatBytes, formatCount, formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge, PageHead, Section } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Members } from './members.tsx';
import { UsageSection } from './usage-section.tsx';

export function WorkspacePage() {
  usePageTitle('Workspace');
  const workspace = useQuery(workspaceQuery);
  if (workspace.isPending) return <Skeleton label="Loading the workspace" />;
  if (workspace.isError)
    return <ErrorNotice error={workspace.error} onRetry={() => void workspace.refetch()} />;
  return (
    <>
      <PageHead
        title={workspace.data.name}
        lead={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge>Plan: {humanize(workspace.data.plan)}</Badge>
            <span>{workspaceFacts(workspace.data).join(' · ')}</span>
          </p>
        }
      />
      <UsageSection />
      <AiSection ai={workspace.data.ai} />
      <Section
        title="Members"
        lead={`${formatCount(workspace.data.member_count, 'person', 'people')} in this workspace.`}
      >
        <Members ownerId={workspace.data.owner_id} />
      </Section>
    </>
  );
}

const workspaceFacts = (workspace: Workspace) => [
  formatCount(workspace.project_count, 'project'),
  formatCount(workspace.file_count, 'file'),
  `${formatBytes(workspace.storage_bytes)} stored`,
  `since ${formatDate(workspace.created_at)}`,
];

function AiSection({ ai }: { ai: Workspace['ai'] }) {
  return (
    <Section title="AI and your data">
      <p className="max-w-prose">
        {ai.sends_data_outside
          ? 'Research data is sent to an external service for transcription or analysis.'
          : 'Transcription and analysis run on this server. Research data is not sent to other services.'}
      </p>
      <p className="mt-2 text-sm text-soft">
        Analysis: {ai.model} ({ai.provider}) · transcription: {ai.transcription_provider}
      </p>
    </Section>
  );
}
