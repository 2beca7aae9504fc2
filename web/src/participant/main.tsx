/** @jsxImportSource preact */
import { render } from 'preact';
import { openStore, personalLinks } from './answers/storage.ts';
import { createClient } from './api/client.ts';
import { App } from './app.tsx';
import { currentLocale, TextsProvider } from './texts/context.tsx';
import './ui/styles.css';

/** The participant's pages at /t/{token}. */
const linkToken = location.pathname.split('/')[2] ?? '';
const store = openStore(() => localStorage);
const client = createClient(personalLinks(store).find(linkToken) ?? linkToken, currentLocale);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
render(
  <TextsProvider>
    <App client={client} store={store} linkToken={linkToken} />
  </TextsProvider>,
  root,
);
