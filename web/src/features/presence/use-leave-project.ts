import { useEffect } from 'react';
import { leaveProject } from '../../data/presence.ts';

/** Says that this tab shows no page of the project any more, when it closes or goes elsewhere. */
export function useLeaveProject(projectId: string): void {
  useEffect(() => {
    const leave = () => leaveProject(projectId);
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [projectId]);
}
