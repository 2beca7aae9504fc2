import { WifiOff } from 'lucide-react';
import { useConnection } from '../../lib/connection.ts';
import { useHeightVariable } from '../../lib/use-height-variable.ts';
import { texts } from './texts.ts';

/** Says that the server can’t be reached. It covers the bottom of the page instead of moving it, and goes away by itself. */
export function OfflineBar() {
  const ref = useHeightVariable('--offline-bar-height');
  if (useConnection() === 'online') return null;
  return (
    <div
      ref={ref}
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-area)+var(--player-bar-height,0px))] z-20 flex justify-center pb-3"
    >
      <div
        role="status"
        className="animate-appear pointer-events-auto flex items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 text-sm shadow-xl"
      >
        <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        <p>
          <span className="font-medium">{texts.unreachable}</span> {texts.outOfDate}
        </p>
      </div>
    </div>
  );
}
