export const settings = {
  account: 'Account',
  workspace: 'Workspace',
  members: 'Members',
  apiKeys: 'API keys',
  usage: 'Usage',
  settings: 'Settings',
};
