import path from 'node:path'
import { StartError } from './start/start-error.ts'
import { buildWebIfNeeded, webBuildCommand } from './start/web-build.ts'

// `npm run build`: builds the pages with their compressed files, unless web/dist already matches the sources. A later start,
// also in the end-to-end tests, then does not build them again.

const root = path.resolve(import.meta.dirname, '..')
const log = { say: console.log, line: (_source: unknown, text: string) => console.log(text) }
try {
  const { signal } = new AbortController()
  const command = webBuildCommand(process.env)
  const done = await buildWebIfNeeded({ root, command, env: process.env, log, signal, compress: true })
  if (done === 'fresh') console.log('web/dist is built from these sources already.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
