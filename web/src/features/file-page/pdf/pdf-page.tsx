import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { texts } from '../texts.ts';

interface PdfPageProps {
  document: PDFDocumentProxy;
  /** From 1. */
  number: number;
  width: number;
  /** Height in pixels for this width. */
  onHeight(height: number): void;
}

/** One page: a picture of it, and over it its text, invisible, to select and to be read aloud. */
export function PdfPage({ document: pdf, number, width, onHeight }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const reportHeight = useEffectEvent(onHeight);

  useEffect(() => {
    let rendering: RenderTask | undefined;
    let layer: TextLayer | undefined;
    let removed = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const scale = width / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      if (removed || !canvas.current || !text.current) return;
      reportHeight(viewport.height);
      const density = Math.min(window.devicePixelRatio || 1, 2);
      canvas.current.width = Math.floor(viewport.width * density);
      canvas.current.height = Math.floor(viewport.height * density);
      rendering = page.render({
        canvas: canvas.current,
        viewport,
        ...(density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] }),
      });
      await rendering.promise;
      if (removed || !text.current) return;
      text.current.replaceChildren();
      text.current.style.setProperty('--total-scale-factor', String(scale));
      layer = new TextLayer({
        textContentSource: await page.getTextContent(),
        container: text.current,
        viewport,
      });
      await layer.render();
    };
    draw().catch((error: Error) => {
      if (!removed && error.name !== 'RenderingCancelledException') setFailed(true);
    });
    return () => {
      removed = true;
      rendering?.cancel();
      layer?.cancel();
    };
  }, [pdf, number, width]);

  return (
    <div className="relative size-full overflow-hidden bg-white shadow-sm">
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <div ref={text} className="pdf-text" />
      {failed && <p className="p-4 text-sm text-black">{texts.pageFailed(number)}</p>}
    </div>
  );
}
