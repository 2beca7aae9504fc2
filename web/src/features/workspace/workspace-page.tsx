import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../data/me.ts';
import { type Workspace, workspaceQuery } from '../../data/workspace.ts';
import { formatBytes, formatCount, formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge, PageHead, Section } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AiSection } from './ai-section.tsx';
import { WorkspaceForm } from './workspace-form.tsx';

export function WorkspacePage() {
  usePageTitle('Workspace');
  const me = useMe();
  const workspace = useQuery(workspaceQuery);
  if (workspace.isPending) return <Skeleton label="Loading the workspace" />;
  if (workspace.isError)
    return <ErrorNotice error={workspace.error} onRetry={() => void workspace.refetch()} />;
  const isOwner = me.role === 'owner';
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
      <Section title="General" lead={isOwner ? undefined : 'Only an owner of the workspace can change this.'}>
        {isOwner ? (
          <WorkspaceForm workspace={workspace.data} />
        ) : (
          <p className="text-soft">{describeRetention(workspace.data)}</p>
        )}
      </Section>
      <AiSection ai={workspace.data.ai} isOwner={isOwner} />
    </>
  );
}

const workspaceFacts = (workspace: Workspace) => [
  formatCount(workspace.member_count, 'member'),
  formatCount(workspace.project_count, 'project'),
  formatCount(workspace.file_count, 'file'),
  `${formatBytes(workspace.storage_bytes)} stored`,
  `since ${formatDate(workspace.created_at)}`,
];

function describeRetention({ retention_days, retention_deletes }: Workspace): string {
  if (retention_days === null) return 'No period is set for keeping recordings.';
  const days = formatCount(retention_days, 'day');
  return retention_deletes
    ? `Recordings are deleted ${days} after they were added.`
    : `Recordings are to be kept for ${days}.`;
}
