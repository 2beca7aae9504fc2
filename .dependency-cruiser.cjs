/**
 * The layer rules of ARCHITECTURE.md. Every one is an error: a violation does not merge.
 * entry > features > (http, events) > platform > foundation
 */
const rooms = ['entry', 'features', 'http', 'events', 'platform', 'foundation'];
const mayNotImport = {
  features: ['entry'],
  http: ['entry', 'features', 'events'],
  events: ['entry', 'features', 'http'],
  platform: ['entry', 'features', 'http', 'events'],
  foundation: ['entry', 'features', 'http', 'events', 'platform'],
};

module.exports = {
  forbidden: [
    ...Object.entries(mayNotImport).map(([room, above]) => ({
      name: `${room}-stays-below`,
      comment: `server/src/${room} may import its own room and the rooms below it.`,
      severity: 'error',
      from: { path: `^server/src/${room}/` },
      to: { path: `^server/src/(${above.join('|')})/` },
    })),
    {
      name: 'every-file-has-a-room',
      comment: 'A file directly under server/src, or in a seventh room, has no place in the house.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/(${rooms.join('|')})/` },
      to: {},
    },
    {
      name: 'features-have-one-door',
      comment: 'A feature is entered through its index.ts only.',
      severity: 'error',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/([^/]+)/', pathNot: ['^server/src/features/$1/', '/index\\.ts$'] },
    },
    {
      name: 'entry-uses-the-front-door',
      severity: 'error',
      from: { path: '^server/src/entry/' },
      to: { path: '^server/src/features/[^/]+/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'tests-stay-out-of-the-product',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/test/' },
    },
    {
      name: 'only-platform-opens-sockets',
      comment:
        'undici and nodemailer are reached through platform/outbound and platform/mail: the only ways out.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/platform/(outbound|mail)/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(undici|nodemailer)/' },
    },
    {
      name: 'the-sdk-stands-alone',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|web)/' },
    },
    {
      name: 'the-web-knows-the-contract-only',
      comment: 'web/src: app → features → (ui, lib); of the rest of the house it sees the SDK.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: ['^server/', '^sdk/src/(?!index\\.ts$)'] },
    },
    {
      name: 'web-features-stay-below',
      severity: 'error',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-are-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-ui-and-lib-are-the-ground',
      severity: 'error',
      from: { path: '^web/src/(ui|lib)/' },
      to: { path: '^web/src/(app|features)/' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
