import type { FirstSignIn } from '../../server/src/operations/first-start.ts';

export function greeting(address: string, signIn: FirstSignIn | undefined): string {
  const known = signIn && [
    `  Sign in   ${signIn.email}  with the password  ${signIn.password}`,
    `  API key   ${signIn.apiKey}`,
  ];
  const unknown = [
    '  Sign in   as before; for a new password:  npm run --silent admin -- password set --email <address>',
    '  API key   npm run --silent admin -- key create --email <address> --name dev',
  ];
  const lines = [
    '  Parley is running (development).',
    '',
    `  Address   ${address}`,
    ...(known ?? unknown),
    '',
    '  Sample data: npm run seed   Stop: Ctrl-C',
  ];
  return `\n${lines.join('\n')}\n\n`;
}
