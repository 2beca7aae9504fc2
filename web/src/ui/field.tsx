import { type ComponentProps, type ReactNode, useId } from 'react';

const box =
  'w-full rounded-lg border border-edge/60 bg-surface px-3 text-ink placeholder:text-soft transition-colors hover:border-edge focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/40 aria-invalid:border-danger';

interface Words {
  label: string;
  hint?: string;
  fault?: string | undefined;
}

function Frame({ label, hint, fault, id, children }: Words & { id: string; children: ReactNode }) {
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label}
      </label>
      {children}
      {fault ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-danger">
          {fault}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-sm text-soft">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

const described = (id: string, { hint, fault }: Words) => ({
  id,
  'aria-invalid': fault ? true : undefined,
  'aria-describedby': hint || fault ? `${id}-note` : undefined,
});

export function TextField({ label, hint, fault, ...rest }: Words & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} fault={fault} id={id}>
      <input className={`${box} h-11`} {...rest} {...described(id, { label, hint, fault })} />
    </Frame>
  );
}

export function TextArea({ label, hint, fault, ...rest }: Words & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} fault={fault} id={id}>
      <textarea rows={4} className={`${box} py-2.5`} {...rest} {...described(id, { label, hint, fault })} />
    </Frame>
  );
}

export function SelectField({ label, hint, fault, ...rest }: Words & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Frame label={label} hint={hint} fault={fault} id={id}>
      <select className={`${box} h-11`} {...rest} {...described(id, { label, hint, fault })} />
    </Frame>
  );
}

/** One of a few, each with its meaning. */
export function Choice({
  title,
  note,
  ...rest
}: ComponentProps<'input'> & { title: string; note?: string | undefined }) {
  return (
    <label className="flex items-start gap-3 rounded-lg border border-line px-3.5 py-3 transition-colors hover:border-edge has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input className="mt-1 size-4 shrink-0 outline-none" {...rest} />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{title}</span>
        {note && <span className="block text-sm text-soft">{note}</span>}
      </span>
    </label>
  );
}
