import { comments } from '../../texts/en/comments.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('comments', comments);
