import { useUpdateMe } from '../../data/me.ts';
import { errorMessage } from '../../lib/errors.ts';
import { Choice } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

/** Whether what waits in the inbox is also sent by mail. */
export function InboxMailChoice({ isOn }: { isOn: boolean }) {
  const update = useUpdateMe();
  const toast = useToast();
  return (
    <div className="max-w-lg">
      <Choice
        type="checkbox"
        checked={isOn}
        onChange={(event) =>
          update.mutate(
            { inbox_mail: event.target.checked },
            { onError: (error) => toast({ text: texts.mailsNotChanged(errorMessage(error)) }) },
          )
        }
        title={texts.inboxMail}
        description={texts.inboxMailHint}
      />
    </div>
  );
}
