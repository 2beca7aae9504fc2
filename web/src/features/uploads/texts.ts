import { uploads } from '../../texts/en/uploads.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('uploads', uploads);
