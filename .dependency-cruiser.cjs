/** The layer rules of ARCHITECTURE.md. Every rule is an error: a violation does not merge. */

/** From the top down: a layer imports itself and the layers after it. */
const layers = ['entry', 'operations', 'app', 'features', '(?:http|events)', 'platform', 'foundation'];

/** What each feature area may import besides itself. table-access.test.ts has the same rule for tables. */
const areas = require('./server/areas.json');
/** Areas that are one feature; the others hold a folder for each feature. */
const singleFeatures = ['projects', 'jobs', 'tags', 'evidence', 'sample'];
const feature = `(?:(?:${singleFeatures.join('|')})|(?!(?:${singleFeatures.join('|')})/)[^/]+/[^/]+)`;

/** The web application, from the top down. `ui` may use `lib`. The participant's pages are a second entry beside it. */
const webLayers = ['routes', 'features', 'data', 'ui', 'lib', 'texts'];

module.exports = {
  forbidden: [
    ...layers.slice(1).map((layer, index) => ({
      name: `${layer.replace(/\W+/g, '-').replace(/^-|-$/g, '')}-imports-no-layer-above`,
      severity: 'error',
      from: { path: `^server/src/${layer}/` },
      to: { path: `^server/src/(?:${layers.slice(0, index + 1).join('|')})/` },
    })),
    {
      name: 'http-does-not-import-events',
      severity: 'error',
      from: { path: '^server/src/http/' },
      to: { path: '^server/src/events/' },
    },
    {
      name: 'events-does-not-import-http',
      severity: 'error',
      from: { path: '^server/src/events/' },
      to: { path: '^server/src/http/' },
    },
    {
      name: 'every-file-is-in-a-layer',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/(?:${layers.join('|')})/` },
      to: {},
    },
    {
      name: 'every-feature-is-in-an-area',
      severity: 'error',
      from: {
        path: '^server/src/features/[^/]+/',
        pathNot: `^server/src/features/(?:${Object.keys(areas).join('|')})/`,
      },
      to: {},
    },
    ...Object.entries(areas).map(([area, allowed]) => ({
      name: `${area}-imports-only-areas-below-it`,
      severity: 'error',
      // Tests set up what they need with any feature.
      from: { path: `^server/src/features/${area}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/src/features/[^/]+/',
        pathNot: `^server/src/features/(?:${[area, ...allowed].join('|')})/`,
      },
    })),
    {
      name: 'features-are-imported-through-their-index',
      severity: 'error',
      from: { path: `^server/src/features/(${feature})/` },
      to: {
        path: `^server/src/features/${feature}/`,
        pathNot: ['^server/src/features/$1/', '/index\\.ts$'],
      },
    },
    {
      name: 'upper-layers-import-features-through-their-index',
      severity: 'error',
      from: { path: '^server/src/(?:entry|operations|app)/' },
      to: { path: '^server/src/features/[^/]+/', pathNot: '/index\\.ts$' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'product-code-imports-no-test-code',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/test/' },
    },
    {
      name: 'only-platform-opens-sockets',
      comment: 'Outgoing requests and mail go through platform/outbound and platform/mail.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/platform/(outbound|mail)/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/(undici|nodemailer)/' },
    },
    {
      name: 'packages-are-self-contained',
      comment: 'Another project can use a package: it imports nothing of Parley.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(server|web|sdk|bench|e2e|tools)/' },
    },
    {
      name: 'packages-do-not-use-their-tests',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/[^/]+/test/' },
    },
    {
      name: 'packages-are-imported-by-name',
      comment: 'A package exports what its package.json lists.',
      severity: 'error',
      from: { path: '^(server|web|sdk|packages/([^/]+))/' },
      to: {
        path: '^packages/',
        pathNot: [
          '^packages/$2/',
          '^packages/[^/]+/(src/(index|run-as|markdown/index)\\.ts|fetch\\.(mjs|d\\.mts))$',
        ],
      },
    },
    {
      name: 'the-sdk-imports-neither-server-nor-web',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|web)/' },
    },
    {
      name: 'the-web-imports-only-the-sdk-and-transcript-text',
      comment: 'The other packages need Node.js.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: ['^server/', '^sdk/src/(?!index\\.ts$)', '^packages/(?!transcript-text/)'] },
    },
    {
      name: 'transcript-text-runs-in-browsers',
      comment: 'The parser of Markdown is the only dependency.',
      severity: 'error',
      from: { path: '^packages/transcript-text/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/transcript-text/|^mdast$|^node_modules/(mdast-util|micromark)-' },
    },
    ...webLayers.slice(1).map((layer, index) => ({
      name: `web-${layer}-imports-no-layer-above`,
      severity: 'error',
      from: { path: `^web/src/${layer}/` },
      to: { path: `^web/src/(?:main\\.tsx|app\\.tsx|(?:${webLayers.slice(0, index + 1).join('|')})/)` },
    })),
    {
      name: 'every-web-file-is-in-a-layer',
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot: `^web/src/(?:main\\.tsx|app\\.tsx|participant/|testing/|(?:${webLayers.join('|')})/)`,
      },
      to: {},
    },
    {
      name: 'the-participants-pages-import-nothing-of-the-application',
      comment: 'They load on a phone in a moment: no React, no router, no SDK.',
      severity: 'error',
      from: { path: '^web/src/participant/' },
      to: {
        path: ['^web/src/', '^sdk/', 'node_modules/(react|react-dom|radix-ui|@tanstack)/'],
        pathNot: ['^web/src/participant/', '^web/src/lib/call/', '^web/src/ui/colors\\.css$'],
      },
    },
    {
      name: 'the-application-does-not-import-the-participants-pages',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/participant/' },
      to: { path: '^web/src/participant/' },
    },
    {
      name: 'web-routes-use-data-only-for-preconditions',
      comment:
        'Routes render features. Only the parent of the signed-in routes reads data, to check the sign-in.',
      severity: 'error',
      from: { path: '^web/src/routes/', pathNot: '^web/src/routes/signed-in\\.tsx$' },
      to: { path: '^web/src/data/' },
    },
    {
      name: 'web-features-import-only-the-index-of-another',
      comment: 'A page is composed of features: the file page shows a transcript and a player.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // mdast is a package of types only.
      to: { couldNotResolve: true, pathNot: '^mdast$' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['@parley/source', 'import', 'node', 'types', 'default'],
    },
  },
};
