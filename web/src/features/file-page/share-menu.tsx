import { Link2 } from 'lucide-react';
import { type File, isMedia } from '../../data/file.ts';
import { copyText } from '../../lib/copy-text.ts';
import { formatTimecode } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { MediaPlayback } from '../transcript/index.ts';
import { texts } from './texts.ts';

interface ShareProps {
  file: File;
  playback: MediaPlayback;
}

export const ShareMenu = (props: ShareProps) => (
  <Menu trigger={<Button>{texts.share}</Button>}>
    <ShareItems {...props} />
  </Menu>
);

/** Links for colleagues who may see the project. Clips have public links. */
export function ShareItems({ file, playback }: ShareProps) {
  const showToast = useToast();
  const copy = async (seconds: number | null) => {
    const url = new URL(`/projects/${file.project_id}/files/${file.id}`, location.origin);
    if (seconds !== null) url.searchParams.set('t', String(Math.floor(seconds)));
    const copied = await copyText(url.href);
    const done = seconds === null ? texts.linkCopied : texts.momentCopied(formatTimecode(seconds));
    showToast({ text: copied ? done : texts.linkNotCopied });
  };
  return (
    <>
      {isMedia(file) && (
        <MenuItem onSelect={() => void copy(playback.getTime())}>
          <Link2 size={16} strokeWidth={1.75} /> {texts.copyMoment}
        </MenuItem>
      )}
      <MenuItem onSelect={() => void copy(null)}>
        <Link2 size={16} strokeWidth={1.75} /> {texts.copyFile}
      </MenuItem>
    </>
  );
}
