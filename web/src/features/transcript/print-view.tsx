import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { formatTimecode } from '../../lib/format.ts';
import { useTranscript } from './context.ts';
import { texts } from './texts.ts';

/** All segments as plain text, only while the page is printed: the list renders just the rows near the screen. */
export function PrintView() {
  const { transcript, fileName } = useTranscript();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  if (!isPrinting) return null;
  const isMedia = transcript.time_basis === 'media';
  return createPortal(
    <div data-print className="hidden print:block">
      <h1 className="mb-4 font-serif text-xl">{fileName}</h1>
      {transcript.segments.map((segment) => (
        <p key={segment.id} dir="auto" className="mb-2 text-md">
          <span className="me-2 font-mono text-xs">
            {isMedia ? formatTimecode(segment.start_seconds) : segment.page && texts.page(segment.page)}
          </span>
          <strong className="me-2">{segment.speaker}</strong>
          {segment.text}
        </p>
      ))}
    </div>,
    document.body,
  );
}
