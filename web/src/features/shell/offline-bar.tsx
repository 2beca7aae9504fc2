import { WifiOff } from 'lucide-react';
import { useConnection } from '../../lib/connection.ts';
import { useHeightVariable } from '../../lib/use-height-variable.ts';

/** Says that the server can’t be reached. It goes away by itself. */
export function OfflineBar() {
  const ref = useHeightVariable('--offline-bar-height');
  if (useConnection() === 'online') return null;
  return (
    <div
      ref={ref}
      role="status"
      className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-sunken px-4 py-2 text-sm"
    >
      <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p>
        <span className="font-medium">Parley can’t be reached.</span> What you see may be out of date. It
        connects again by itself.
      </p>
    </div>
  );
}
