import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useToast } from './toast.tsx';

interface LateDialogProps {
  open: boolean;
  onClose(): void;
}

/** Returns a dialog whose script loads when it is opened for the first time. Until then it costs nothing. */
export function lateDialog<Props extends LateDialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, outside components, as React.lazy is.
  return function LateDialog(props: Props) {
    const Loaded = useLoaded(load, props);
    return Loaded && <Loaded {...props} />;
  };
}

function useLoaded<Component>(load: () => Promise<Component>, { open, onClose }: LateDialogProps) {
  const [loaded, setLoaded] = useState<{ component: Component }>();
  const toast = useToast();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open || loaded) return;
    load().then(
      (component) => setLoaded({ component }),
      () => {
        toast({ text: 'The server can’t be reached, or was updated. Reload the page and try again.' });
        close.current();
      },
    );
  }, [open, loaded, load, toast]);
  return loaded?.component;
}
