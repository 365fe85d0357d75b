// Who may import whom. `npm run imports` checks it.

import { Visitor } from '@swc/core/Visitor.js';

// The visitor that dependency-cruiser reads syntax trees with does not know `using` yet, and gives up on it.
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visitAnyStatement(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  return this.visitVariableDeclaration({ ...statement, declarations: statement.decls });
};

/** A package by name, wherever it is resolved to. */
const named = (...names) => `(^|/)node_modules/(${names.join('|')})(/|$)|^(${names.join('|')})(/|$)`;

const feature = '^main/features/([^/]+)/';
// A feature with several nouns has several of each: card-store.ts, file-routes.ts.
const routes = '^main/features/[^/]+/[^/]*\\broutes\\.ts$';
const stores = '^main/features/[^/]+/[a-z/-]*\\bstore\\.ts$';
// Workers are started by their path, which no import shows.
const entries = '^main/(index|serve|start|token|restore|cli|mcp)\\.ts$|^main/compile-cache\\.mjs$|^main/.*-worker\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other at run time are one file, or lack a third. Types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-dead-files',
      comment: 'A file that no entry reaches is not part of the program.',
      severity: 'error',
      from: { path: `${entries}|^preload/index\\.ts$|^renderer/.*main\\.tsx?$|^renderer/index\\.html$` },
      to: {
        path: '^(main|preload|renderer)/',
        pathNot: `${entries}|^preload/index\\.ts$|^renderer/.*main\\.tsx?$|^renderer/public/|\\.d\\.ts$`,
        reachable: false,
      },
    },
    {
      name: 'features-stand-alone',
      comment: 'Features meet as functions that main/service.ts hands in.',
      severity: 'error',
      from: { path: feature },
      to: { path: feature, pathNot: '^main/features/$1/' },
    },
    {
      name: 'features-do-not-know-their-hosts',
      comment: 'Nothing below main/service.ts knows how it is put together, or what shows it.',
      severity: 'error',
      from: { path: '^main/(?!desktop/)[^/]+/' },
      to: { path: '^main/(desktop/|[^/]+\\.ts$)' },
    },
    {
      name: 'composed-by-the-service',
      comment: 'What main/composition/ builds is handed on by main/service.ts.',
      severity: 'error',
      from: { path: '^(main|preload)/', pathNot: '^main/(composition/|service\\.ts$)' },
      to: { path: '^main/composition/' },
    },
    {
      name: 'cli-is-a-client',
      comment: 'The command knows the service by its contract alone, and starts fast: the schemas are types to it.',
      severity: 'error',
      from: { path: '^main/cli/' },
      to: {
        path: ['^main/(?!cli/|contract/((cut-text|endpoints|html-text|scopes)\\.ts$|phrases/))', named('zod')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-without-http',
      comment: 'Rules know nothing of requests, nor of the way on which a call comes in.',
      severity: 'error',
      from: { path: feature, pathNot: routes },
      to: { path: '^main/(http|invoke)/' },
    },
    {
      name: 'routes-through-endpoints',
      comment: 'A routes.ts sees only what endpoints are written with, and nothing of http/.',
      severity: 'error',
      from: { path: routes },
      to: { path: '^main/(http|invoke)/', pathNot: '^main/invoke/endpoint\\.ts$' },
    },
    {
      name: 'invoke-without-http',
      comment: 'A call comes in by HTTP, in a batch or from a tool: the one way through knows none of them, and no feature.',
      severity: 'error',
      from: { path: '^main/invoke/' },
      to: { path: ['^main/http/', feature] },
    },
    {
      name: 'tools-over-invoke',
      comment: 'What models do goes the way of all requests: tools and MCP know no feature, and nothing of HTTP.',
      severity: 'error',
      from: { path: '^main/(tools|mcp)/' },
      to: { path: ['^main/(http|storage)/', feature] },
    },
    {
      name: 'tools-without-mcp',
      comment: 'MCP is one of those that serve the tools.',
      severity: 'error',
      from: { path: '^main/(tools|invoke|http|features)/' },
      to: { path: '^main/mcp/' },
    },
    {
      name: 'http-without-features',
      comment: 'The platform is the same for all features; main/service.ts hands it their endpoints.',
      severity: 'error',
      from: { path: '^main/http/' },
      to: { path: feature },
    },
    {
      name: 'storage-below-all',
      comment: 'Storage knows neither who asks nor why.',
      severity: 'error',
      from: { path: '^main/storage/' },
      to: { path: [feature, '^main/(http|invoke)/'] },
    },
    {
      name: 'lib-below-all',
      comment: 'lib/ is what everything else stands on.',
      severity: 'error',
      from: { path: '^main/lib/' },
      to: { path: '^main/(?!lib/|contract/)' },
    },
    {
      name: 'sqlite-in-stores',
      comment: 'SQL is in main/storage/ and in each feature’s store.ts, or …-store.ts.',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/', pathNot: `^main/storage/|${stores}` },
      to: { path: named('better-sqlite3', 'node:sqlite', 'sqlite') },
    },
    {
      name: 'database-in-stores',
      comment: 'What has the database can hold SQL. These hand it on, to stores or to a thread.',
      severity: 'error',
      from: {
        path: '^main/(features|http|invoke|tools|mcp|lib|cli|desktop)/',
        pathNot: `${stores}|^main/features/(ask/ask|notes/(flush-thread|note-search))\\.ts$`,
      },
      to: { path: '^main/storage/database\\.ts$' },
    },
    {
      name: 'express-in-http',
      comment: 'Handlers get typed input and return values; they never see a request.',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/', pathNot: '^main/http/' },
      to: { path: named('express', 'cors', 'helmet', 'multer', '@types/express') },
    },
    {
      name: 'electron-in-desktop',
      comment: 'Elsewhere the package starts a download when it is imported by plain Node.',
      severity: 'error',
      from: { path: '^(main|renderer)/', pathNot: '^main/desktop/|^main/index\\.ts$' },
      to: { path: named('electron') },
    },
    {
      name: 'headless-without-electron',
      comment: 'What runs on plain Node must not even reach Electron through others.',
      severity: 'error',
      from: { path: '^main/(serve|start|token|restore|cli|mcp)\\.ts$' },
      to: { path: named('electron'), reachable: true },
    },
    {
      name: 'contract-is-pure',
      comment: 'Both sides import the contract: no Node, no files of either side, and no package that needs one.',
      severity: 'error',
      from: { path: '^main/contract/' },
      to: {
        pathNot: [
          '^main/contract/',
          named(
            'zod',
            'color-name',
            'diff',
            'prosemirror-model',
            'markdown-it',
            'temporal-polyfill',
            'chrono-node',
            'get-east-asian-width',
          ),
        ],
      },
    },
    {
      name: 'clients-over-the-contract',
      comment: 'What the page and the desktop app do alike, as clients of the service: no Node, no DOM, and nothing else of either.',
      severity: 'error',
      from: { path: '^main/client/' },
      to: { pathNot: '^main/(client|contract)/' },
    },
    {
      name: 'service-is-no-client',
      comment: 'The service does not stand on what its clients share.',
      severity: 'error',
      from: { path: '^main/(?!client/|desktop/)' },
      to: { path: '^main/client/' },
    },
    {
      name: 'renderer-sees-the-contract',
      comment: 'The window is a client like any other.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|preload|test)/', pathNot: '^main/(client|contract)/' },
    },
    {
      name: 'page-features-stand-alone',
      comment: 'Features of the page meet in renderer/app/, which alone knows them all.',
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: { path: '^renderer/(features|app)/', pathNot: '^renderer/features/$1/' },
    },
    {
      name: 'page-parts-below-features',
      comment: 'What all features of the page stand on knows none of them.',
      severity: 'error',
      from: { path: '^renderer/(api|ui|actions)/' },
      to: { path: '^renderer/(features|app)/' },
    },
    {
      name: 'page-api-below-parts',
      comment: 'What the page knows of the service does not depend on how it is shown.',
      severity: 'error',
      from: { path: '^renderer/api/' },
      to: { path: '^renderer/(ui|actions)/' },
    },
    {
      name: 'preload-is-a-bridge',
      comment: 'A sandboxed preload has Electron and the bridge’s types, nothing more.',
      severity: 'error',
      from: { path: '^preload/' },
      to: { pathNot: ['^preload/', '^main/contract/', named('electron')] },
    },
    {
      name: 'main-without-the-window',
      comment: 'The service runs without a window, and without tests.',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer|preload|test)/' },
    },
    {
      name: 'no-development-packages',
      comment: 'What main imports must be there after `npm ci --omit=dev`. Types vanish, and Electron is the host itself.',
      severity: 'error',
      from: { path: '^main/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: named('electron', '@types/[^/]+') },
    },
    {
      name: 'declared-packages',
      comment: 'A package that package.json does not name is there by chance.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-missing-files',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API, so swc reads the sources. It sees type-only imports too.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
