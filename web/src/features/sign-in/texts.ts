import { signIn } from '../../texts/en/sign-in.ts';
import { inLanguage } from '../../texts/in-language.ts';

export const texts = inLanguage('signIn', signIn);
