import { type File, useAutoTag } from '../../data/file.ts';
import type { Tagging } from '../../data/taggings.ts';
import type { Tag } from '../../data/tags.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { TagDot } from '../../ui/tag-chip.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SummarySection } from './summary-section.tsx';
import { texts } from './summary-texts.ts';
import { useRunningJob } from './use-running-job.ts';

interface SummaryTopicsProps {
  file: File;
  taggings: readonly Tagging[];
  tags: readonly Tag[];
  mayWrite: boolean;
  onChoose(tagId: string): void;
}

const topicsMax = 8;

/** The tags that occur most, with those that the AI suggests. A click shows only their highlights. */
export function SummaryTopics({ file, taggings, tags, mayWrite, onChoose }: SummaryTopicsProps) {
  const autoTag = useAutoTag(file);
  const toast = useToast();
  const running = useRunningJob(file, 'auto_tag');
  const topics = topicsOf(taggings, tags);
  return (
    <SummarySection title={texts.topics}>
      {topics.length === 0 && <p className="text-soft">{texts.noTopics}</p>}
      <ul>
        {topics.slice(0, topicsMax).map(({ tag, accepted, suggested }) => (
          <li key={tag.id}>
            <button
              type="button"
              onClick={() => onChoose(tag.id)}
              className="control -mx-2 flex w-[calc(100%+16px)] items-center gap-2 rounded-md px-2 text-start hover:bg-sunken"
            >
              <TagDot color={tag.color} />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                {tag.name}
              </span>
              <span className="shrink-0 text-soft tabular-nums">
                {[
                  accepted > 0 && texts.topicCount(accepted),
                  suggested > 0 && texts.suggestedCount(suggested),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {mayWrite && topics.length === 0 && (
        <Button
          className="mt-3"
          busy={running || autoTag.isPending}
          onClick={() =>
            autoTag.mutate(undefined, { onError: (error) => toast({ text: errorMessage(error) }) })
          }
        >
          {running ? texts.lookingForTags : texts.suggestTags}
        </Button>
      )}
    </SummarySection>
  );
}

/** The most used first. Highlights without words in the transcript are not counted. */
function topicsOf(taggings: readonly Tagging[], tags: readonly Tag[]) {
  const counts = new Map<string, { accepted: number; suggested: number }>();
  for (const { tag_id, status, detached } of taggings) {
    if (detached || status === 'rejected') continue;
    const count = counts.get(tag_id) ?? { accepted: 0, suggested: 0 };
    count[status]++;
    counts.set(tag_id, count);
  }
  return tags
    .flatMap((tag) => {
      const count = counts.get(tag.id);
      return count ? [{ tag, ...count }] : [];
    })
    .toSorted((a, b) => b.accepted - a.accepted || b.suggested - a.suggested);
}
