import { files } from '../../texts/en/files.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('files', files);
