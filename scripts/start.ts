import path from 'node:path'
import { EmbeddedPostgresError } from '../server/database/index.ts'
import { loadDotEnv, requireNode } from './start/environment.ts'
import { PRODUCT } from './start/plan.ts'
import { listenForStop } from './start/signals.ts'
import { StartError } from './start/start-error.ts'
import { supervise } from './start/supervisor.ts'
import { webBuildCommand } from './start/web-build.ts'

// `npm start`: starts the database, the sandbox and the product's processes, and stays until Ctrl-C.

const root = path.resolve(import.meta.dirname, '..')
// A closed terminal must not end this process while it is stopping the others.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const requests = listenForStop(process.env)
requests.force.addEventListener('abort', () => setTimeout(() => process.exit(1), 3_000))

try {
  requireNode(process.versions.node)
  loadDotEnv(root)
  await supervise({
    root,
    env: process.env,
    plan: PRODUCT,
    buildCommand: webBuildCommand(process.env),
    verbose: process.argv.includes('--verbose'),
    print: (line) => console.log(line),
    ...requests,
  })
  process.exit(requests.force.aborted ? 1 : 0)
} catch (error) {
  const expected = error instanceof StartError || error instanceof EmbeddedPostgresError
  console.error(expected ? error.message : error)
  process.exit(1)
}
