// Applies the chosen theme before the first paint. A script of its own, because the page's policy allows no inline script;
// browsers cache it for a year, so a change needs a new name. See src/lib/theme.ts.
try {
  const theme = localStorage.getItem('parley-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
