import { copyOf, type ListedReport, useReportRecords } from '../../data/report-list.ts';
import { failureReason } from '../../lib/errors.ts';
import { creation, deletion } from '../../lib/undo-stack.ts';
import { useToast } from '../../ui/toast.tsx';
import { useUndo } from '../../ui/undo.tsx';
import { texts } from './texts.ts';

type Named = Pick<ListedReport, 'id' | 'title' | 'share_url'>;

/** The longest title that the API accepts. */
export const titleMax = 200;

/** Deletes and duplicates reports. Both can be undone, and messages say how they ended. */
export function useReportActions(projectId: string) {
  const records = useReportRecords(projectId);
  const toast = useToast();
  const { add, ids } = useUndo();

  function remove({ id, title, share_url }: Named): Promise<boolean> {
    // The text is read before, because a list has no texts and a deleted report cannot be read.
    const removed = records.read(id).then(async (report) => {
      await records.remove(id);
      return report;
    });
    const done = share_url ? texts.deletedShared(title) : texts.deleted(title);
    add(
      removed.then((report) => ({
        done,
        undone: texts.restored(title),
        redone: texts.deleted(title),
        ...deletion(ids, id, { create: () => records.create(copyOf(report)), remove: records.remove }),
      })),
    );
    return removed.then(
      () => true,
      (error) => {
        toast({ text: texts.notDeleted(failureReason(error)) });
        return false;
      },
    );
  }

  function duplicate({ id, title }: Named): void {
    const name = [...texts.copyOf(title)].slice(0, titleMax).join('');
    const create = async () => records.create({ ...copyOf(await records.read(id)), title: name });
    const created = create();
    created.catch((error) => toast({ text: texts.notDuplicated(failureReason(error)) }));
    add(
      created.then((copy) => ({
        done: texts.duplicated(name),
        undone: texts.duplicateRemoved(name),
        redone: texts.duplicated(name),
        ...creation(ids, copy.id, { create, remove: records.remove }),
      })),
    );
  }

  return { remove, duplicate };
}
