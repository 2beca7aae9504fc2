import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../data/me.ts';
import { type Workspace, workspaceQuery } from '../../data/workspace.ts';
import { formatBytes, formatDate, humanize } from '../../lib/format.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Badge, PageHead, Section } from '../../ui/page-layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AiSection } from './ai-section.tsx';
import { texts } from './texts.ts';
import { WorkspaceForm } from './workspace-form.tsx';

export function WorkspacePage() {
  usePageTitle(texts.workspace);
  const me = useMe();
  const workspace = useQuery(workspaceQuery);
  if (workspace.isPending) return <Skeleton label={texts.loadingTheWorkspace} />;
  if (workspace.isError)
    return <ErrorNotice error={workspace.error} onRetry={() => void workspace.refetch()} />;
  const isOwner = me.role === 'owner';
  return (
    <>
      <PageHead
        title={workspace.data.name}
        lead={
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge>{texts.plan(humanize(workspace.data.plan))}</Badge>
            <span>{workspaceFacts(workspace.data).join(' · ')}</span>
          </p>
        }
      />
      <Section title={texts.general} lead={isOwner ? undefined : texts.onlyOwnerWorkspaceCanChange}>
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
  texts.members(workspace.member_count),
  texts.projects(workspace.project_count),
  texts.files(workspace.file_count),
  texts.stored(formatBytes(workspace.storage_bytes)),
  texts.since(formatDate(workspace.created_at)),
];

function describeRetention({ retention_days, retention_deletes }: Workspace): string {
  if (retention_days === null) return texts.noRetention;
  return retention_deletes ? texts.deletedAfter(retention_days) : texts.keptFor(retention_days);
}
