import type { File } from '../../data/file.ts';
import { useMediaUrl } from '../player/index.ts';
import { FileState } from './file-state.tsx';
import { type FileContentProps, FileTranscript } from './file-transcript.tsx';
import { ImageViewer } from './image-viewer.tsx';
import { PdfContent } from './pdf/pdf-content.tsx';
import { texts } from './texts.ts';

/** The transcript, the pages of a document or a picture; or why there is nothing to show. */
export function FileContent(props: FileContentProps) {
  const { file, mayWrite } = props;
  if (file.status === 'ready' && file.kind === 'pdf') return <PdfContent {...props} />;
  if (file.status === 'ready' && file.kind === 'image') return <Picture file={file} />;
  if (file.status === 'ready' && file.kind === 'other') return <OtherFile file={file} />;
  return file.transcription_status === 'completed' ? (
    <FileTranscript {...props} />
  ) : (
    <FileState file={file} mayWrite={mayWrite} />
  );
}

const never = () => false;

function Picture({ file }: { file: File }) {
  const { url, renew } = useMediaUrl(file, never);
  return url && <ImageViewer key={url} url={url} name={file.name} onError={renew} />;
}

function OtherFile({ file }: { file: File }) {
  return (
    <div className="mx-auto max-w-sm px-4 py-16 text-center text-soft">
      <h2 className="mb-1 font-serif text-lg text-ink">{texts.unknownKind}</h2>
      {file.error && (
        <p dir="auto" className="mb-1 text-danger">
          {file.error.message}
        </p>
      )}
      <p>{texts.notesWork}</p>
      {file.download_url && (
        <a
          href={file.download_url}
          download={file.name}
          className="control mt-4 inline-flex items-center rounded-md border border-line bg-surface px-3 font-medium text-ink hover:border-edge"
        >
          {texts.download}
        </a>
      )}
    </div>
  );
}
