#!/usr/bin/env node
// `npx daybook-mcp`: what `npx daybook --mcp` is, for programs that start a command without arguments.

process.argv.splice(2, 0, '--mcp');
await import('./cli.ts');
