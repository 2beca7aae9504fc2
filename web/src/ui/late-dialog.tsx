import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { whenIdle } from '../lib/use-idle.ts';
import { texts } from './texts.ts';
import { useToast } from './toast.tsx';

interface LateDialogProps {
  open: boolean;
  onClose(): void;
}

/** Returns a dialog whose script loads after the page, when the browser is idle, so that the first opening does not wait. */
export function lateDialog<Props extends LateDialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const loadOnce = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, outside components, as React.lazy is.
  return function LateDialog(props: Props) {
    const Loaded = useLoaded(loadOnce, props);
    return Loaded && <Loaded {...props} />;
  };
}

function useLoaded<Component>(load: () => Promise<Component>, { open, onClose }: LateDialogProps) {
  const [loaded, setLoaded] = useState<{ component: Component }>();
  const toast = useToast();
  // If this fails, the dialog loads when it is opened.
  useEffect(() => whenIdle(() => void load().catch(() => {})), [load]);
  const onFailed = useEffectEvent(() => {
    toast({ text: texts.notLoaded });
    onClose();
  });
  useEffect(() => {
    if (!open || loaded) return;
    load().then(
      (component) => setLoaded({ component }),
      () => onFailed(),
    );
  }, [open, loaded, load]);
  return loaded?.component;
}
