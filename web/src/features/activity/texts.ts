import { activity } from '../../texts/en/activity.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('activity', activity);
