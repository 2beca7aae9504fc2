import { settings } from '../../texts/en/settings.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('settings', settings);
