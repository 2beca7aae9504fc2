import { useCallback, useEffect, useRef, useState } from 'react';
import { callTransport } from '../../data/call.ts';
import { type Call, type CallView, enterCall } from '../../lib/call/call.ts';
import { createLocalMedia, type LocalMedia } from '../../lib/call/local-media.ts';

export type Devices = MediaStream | 'refused' | undefined;

export const isOver = (view: CallView | undefined): boolean =>
  view !== undefined && ['ended', 'replaced', 'failed'].includes(view.state);

/**
 * The devices of this browser and the call. Devices are opened for the check before the call and released as soon as the
 * call ends, for whatever reason, and when the page is left.
 */
export function useCall(sessionId: string, canEnter: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [devices, setDevices] = useState<Devices>();
  const [view, setView] = useState<CallView>();
  const call = useRef<Call>(undefined);
  const media = useRef<LocalMedia>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt opens the devices again.
  useEffect(() => {
    if (!canEnter) return;
    const own = createLocalMedia();
    media.current = own;
    let isGone = false;
    void own.open().then((stream) => {
      if (!isGone) setDevices(stream ?? 'refused');
    });
    return () => {
      isGone = true;
      own.release();
      void call.current?.leave();
      call.current = undefined;
    };
  }, [sessionId, attempt]);

  const local = devices instanceof MediaStream && !isOver(view) ? devices : undefined;
  return {
    devices,
    local,
    view,
    /** Whether no device of this page is in use. */
    isOff: () => media.current?.isOff() ?? true,
    join(stream: MediaStream) {
      const own = media.current;
      if (!own || call.current) return;
      call.current = enterCall({
        transport: callTransport(sessionId),
        local: stream,
        release: own.release,
        entryBody: {},
        onChange: setView,
      });
    },
    tellDevices: useCallback(() => call.current?.tellDevices(), []),
    leave: useCallback(async () => {
      media.current?.release();
      await call.current?.leave();
    }, []),
    /** Back to the check of the devices, after a call has ended or the devices were refused. */
    retry() {
      setView(undefined);
      setDevices(undefined);
      setAttempt(attempt + 1);
    },
  };
}
