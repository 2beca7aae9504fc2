import { notes } from '../../texts/en/notes.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('notes', notes);
