import './ui/styles.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createClients } from './app.tsx';
import { loadTranslation } from './texts/in-language.ts';
import { language } from './texts/language.ts';

// Radix menus and dialogs insert style elements, which the Content-Security-Policy allows only with this nonce.
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

const start = () => {
  const clients = createClients();
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <App {...clients} />
    </StrictMode>,
  );
};
// The English texts are part of the modules.
if (language === 'en') start();
else void loadTranslation().then(start);
