/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../texts/context.tsx';
import { Button } from './button.tsx';
import { LoadingPage } from './loading-page.tsx';
import { Notice } from './notice.tsx';

interface LazyPageProps<P> {
  load(): Promise<ComponentType<P>>;
  page: P;
}

/** A page whose script is loaded when it is shown. */
export function LazyPage<P extends object>({ load, page }: LazyPageProps<P>) {
  const { t } = useTexts();
  const [loaded, setLoaded] = useState<{ Component: ComponentType<P> } | 'failed'>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt loads again.
  useEffect(() => {
    setLoaded(undefined);
    load().then(
      (Component) => setLoaded({ Component }),
      () => setLoaded('failed'),
    );
  }, [load, attempt]);
  if (!loaded) return <LoadingPage />;
  if (loaded !== 'failed') return <loaded.Component {...page} />;
  return (
    <Notice icon="cloud" title={t.unreachableTitle} text={t.unreachable}>
      <Button variant="primary" onClick={() => setAttempt(attempt + 1)}>
        {t.retry}
      </Button>
    </Notice>
  );
}
