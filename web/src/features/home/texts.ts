import { home } from '../../texts/en/home.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('home', home);
