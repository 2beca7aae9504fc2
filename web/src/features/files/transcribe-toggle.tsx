import { useState } from 'react';
import { readTranscribeChoice, storeTranscribeChoice } from '../../data/uploads.ts';
import { texts } from './texts.ts';

/** Whether new uploads are transcribed. Remembered in this browser. */
export function TranscribeToggle() {
  const [checked, setChecked] = useState(readTranscribeChoice);
  return (
    <label className="control inline-flex items-center gap-2 px-1 text-sm text-soft">
      <input
        type="checkbox"
        className="size-4"
        checked={checked}
        onChange={({ target }) => {
          setChecked(target.checked);
          storeTranscribeChoice(target.checked);
        }}
      />
      {texts.transcribeUploads}
    </label>
  );
}
