import { useQuery } from '@tanstack/react-query';
import { sampleQuery, useAddSample } from '../../data/sample.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Adds the sample project and shows the progress. */
export function SampleOffer() {
  const sample = useQuery(sampleQuery);
  const add = useAddSample();
  const toast = useToast();
  const status = sample.data?.status ?? 'absent';

  if (sample.isError) return <ErrorNotice error={sample.error} onRetry={() => void sample.refetch()} />;
  if (status === 'adding')
    return (
      <div role="status">
        <p className="mb-2 text-sm text-soft">{texts.addingTakes}</p>
        <ProgressBar label={texts.adding} value={sample.data?.progress} />
      </div>
    );
  return (
    <>
      {status === 'failed' && (
        <p role="alert" className="mb-2 text-sm text-danger">
          {texts.notAdded}
        </p>
      )}
      <Button
        busy={add.isPending || sample.isPending}
        onClick={() => add.mutate(undefined, { onError: (error) => toast({ text: errorMessage(error) }) })}
      >
        {status === 'failed' ? texts.tryAgain : texts.addSample}
      </Button>
    </>
  );
}
