/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call,
   typescript/no-unsafe-member-access -- plain JavaScript belongs to no TypeScript project, so nothing has a type */
// Plain JavaScript, because a Node that is too old cannot even parse the TypeScript files.
import { existsSync } from 'node:fs'
import path from 'node:path'

const major = Number.parseInt(process.versions.node, 10)
if (major < 24) {
  const local = path.join(import.meta.dirname ?? 'scripts/start', '../../node_modules/.bin/node')
  const cure = existsSync(local) ? 'start with "npm start"' : 'run "npm rebuild node", then "npm start"'
  console.error(`Pematang needs Node 24 or newer, and this is Node ${process.versions.node}: ${cure}.`)
  process.exit(1)
}
