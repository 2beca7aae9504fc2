import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

// A file of this server, as the Content-Security-Policy demands of workers.
GlobalWorkerOptions.workerSrc = workerUrl;

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** Width and height of each page at scale 1. */
  sizes: { width: number; height: number }[];
}

/** Reads the parts of the file that the visible pages need. `close` also ends a load that is still going on. */
export function openPdf(url: string): { opened: Promise<OpenPdf>; close(): void } {
  // WebAssembly would need 'wasm-unsafe-eval' in the policy; pdf.js decodes pictures without it as well.
  const task = getDocument({ url, disableAutoFetch: true, disableStream: true, useWasm: false });
  const open = async (): Promise<OpenPdf> => {
    const document = await task.promise;
    const first = (await document.getPage(1)).getViewport({ scale: 1 });
    // Reading every page to learn its size would read the whole file. A page of another size corrects itself.
    const sizes = Array.from({ length: document.numPages }, () => ({
      width: first.width,
      height: first.height,
    }));
    return { document, sizes };
  };
  return { opened: open(), close: () => void task.destroy() };
}
