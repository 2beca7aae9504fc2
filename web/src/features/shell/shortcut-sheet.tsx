import { keyNames } from '../../lib/key-names.ts';
import { type Shortcut, useShortcutList } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from './texts.ts';

/** The shortcuts of the current page and of every page. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const groups = byGroup(useShortcutList());
  return (
    <Dialog open onClose={onClose} title={texts.keyboardShortcuts}>
      <div className="space-y-5">
        {groups.map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-1 text-sm font-medium text-soft">{group}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div
                  key={`${label}${keys}`}
                  className="flex items-center justify-between gap-4 border-b border-line py-1.5"
                >
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 items-center gap-1 text-sm">
                    {[keys].flat().map((combination, index) => (
                      <span key={combination} className="flex items-center gap-1">
                        {index > 0 && <span className="text-xs text-soft">{texts.or}</span>}
                        <span className="sr-only">{keyNames(combination)}</span>
                        <Kbd>{keyNames(combination)}</Kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The groups of the page first, because they are what the user looks for; those of every page last. */
function byGroup(list: readonly Shortcut[]): [string, Shortcut[]][] {
  const groups = new Map<string, Shortcut[]>();
  for (const shortcut of list) groups.set(shortcut.group, [...(groups.get(shortcut.group) ?? []), shortcut]);
  const general = [ui.shortcutGroups.thisProject, ui.shortcutGroups.everywhere];
  return [...groups].sort(([a], [b]) => general.indexOf(a) - general.indexOf(b));
}
