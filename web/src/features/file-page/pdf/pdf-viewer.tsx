import './pdf-text.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { texts } from '../texts.ts';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';

interface PdfViewerProps {
  url: string;
  /** The page to show, from 1; a change scrolls to it. */
  page: number;
  /** The person scrolled to another page. */
  onPage(page: number): void;
  /** The link has expired, or the file is damaged. */
  onError(): void;
}

const gap = 16;
const widest = 860;

/** The pages of a PDF below each other. Only those on the screen are drawn. */
export function PdfViewer({ url, page, onPage, onError }: PdfViewerProps) {
  const [pdf, setPdf] = useState<OpenPdf>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let closed = false;
    setPdf(undefined);
    setFailed(false);
    const { opened, close } = openPdf(url);
    opened.then(
      (open) => !closed && setPdf(open),
      () => !closed && setFailed(true),
    );
    return () => {
      closed = true;
      close();
    };
  }, [url]);
  if (failed)
    return (
      <div role="alert" className="mx-auto max-w-sm px-4 py-16 text-center text-soft">
        <p>{texts.pagesFailed}</p>
        <Button className="mt-4" onClick={onError}>
          {texts.tryAgain}
        </Button>
      </div>
    );
  if (!pdf)
    return (
      <div role="status" aria-label={texts.loadingPages} className="mx-auto w-full max-w-[860px] p-4">
        <div className="animate-pulse-slow aspect-[1/1.4] rounded bg-sunken" />
      </div>
    );
  return <Pages pdf={pdf} page={page} onPage={onPage} />;
}

function Pages({ pdf, page, onPage }: { pdf: OpenPdf; page: number; onPage(page: number): void }) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [heights, setHeights] = useState<Record<number, number>>({});
  /** The page that this component reported last; scrolling to it again would move the page under the reader. */
  const reported = useRef(0);
  const virtualizer = useVirtualizer({
    count: pdf.document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const size = pdf.sizes[index];
      return heights[index] ?? (size ? (width / size.width) * size.height : width * 1.3);
    },
    gap,
    overscan: 1,
    paddingStart: gap,
    paddingEnd: gap,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the estimates depend on them.
  useEffect(() => virtualizer.measure(), [virtualizer, width, heights]);
  useEffect(() => {
    if (width === 0 || page === reported.current) return;
    reported.current = page;
    if (page > 1) virtualizer.scrollToIndex(page - 1, { align: 'start' });
    else virtualizer.scrollToOffset(0);
  }, [virtualizer, page, width]);
  const onScroll = () => {
    const middle = (scroller.current?.scrollTop ?? 0) + (scroller.current?.clientHeight ?? 0) / 2;
    const shown = virtualizer.getVirtualItems().find(({ end }) => end >= middle);
    if (!shown || shown.index + 1 === reported.current) return;
    reported.current = shown.index + 1;
    onPage(shown.index + 1);
  };
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
      role="document"
      aria-label={texts.pagesView}
      className="min-h-0 flex-1 overflow-auto overscroll-contain bg-sunken px-3 focus-visible:-outline-offset-2"
    >
      <div className="relative mx-auto max-w-[860px]" style={{ height: virtualizer.getTotalSize() }}>
        {width > 0 &&
          virtualizer.getVirtualItems().map(({ index, start, size }) => (
            <section
              key={index}
              aria-label={texts.pageOf(index + 1, pdf.document.numPages)}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)`, height: size }}
            >
              <PdfPage
                document={pdf.document}
                number={index + 1}
                width={width}
                onHeight={(height) =>
                  setHeights((known) =>
                    Math.abs((known[index] ?? size) - height) < 1 ? known : { ...known, [index]: height },
                  )
                }
              />
            </section>
          ))}
      </div>
    </div>
  );
}

/** The width for a page, without rendering again for every pixel. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.min(widest, Math.floor(entry.contentRect.width / 8) * 8));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
