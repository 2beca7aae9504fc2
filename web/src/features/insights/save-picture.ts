import { downloadText } from '../../lib/download-text.ts';
import type { Table } from './matrix-model.ts';
import { drawMatrix, type Picture } from './matrix-picture.ts';
import { texts } from './texts.ts';

/** Sharp on screens with two pixels for one. */
const scaleMax = 2;
/** Browsers refuse larger canvases. */
const sideMax = 8_000;

export async function savePicture(table: Table, format: 'png' | 'svg'): Promise<void> {
  const picture = drawMatrix(table);
  const name = `${texts.export.fileName}.${format}`;
  if (format === 'svg') return downloadText(name, 'image/svg+xml', picture.svg);
  const bytes = await (await toPng(picture)).arrayBuffer();
  downloadText(name, 'image/png', new Uint8Array(bytes));
}

async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const scale = Math.min(scaleMax, sideMax / width, sideMax / height);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new PictureFailed();
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The browser has no memory for the picture. */
class PictureFailed extends Error {
  override readonly name = 'PictureFailed';
}
