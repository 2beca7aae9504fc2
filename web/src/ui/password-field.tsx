import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { TextField } from './field.tsx';
import { texts } from './texts.ts';

/** A password that can be shown, so that it needs to be typed only once. */
export function PasswordField(props: ComponentProps<typeof TextField>) {
  const [shown, setShown] = useState(false);
  const Shape = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextField {...props} type={shown ? 'text' : 'password'} maxLength={200} />
      <button
        type="button"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute end-0 top-0 -my-1.5 flex min-h-8 items-center gap-1.5 rounded px-1 text-sm text-soft hover:text-ink pointer-coarse:-my-4 pointer-coarse:min-h-11"
      >
        <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
        {shown ? texts.hide : texts.show}
        <span className="sr-only">{texts.shownField(props.label)}</span>
      </button>
    </div>
  );
}
