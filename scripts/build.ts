import path from 'node:path'
import { StartError } from './start/start-error.ts'
import { buildWebIfNeeded, webBuildCommand } from './start/web-build.ts'

// `npm run build`: builds the pages, as `npm start` does, unless web/dist already matches the sources. A later start,
// also in the end-to-end tests, then does not build them again.

const root = path.resolve(import.meta.dirname, '..')
const log = { say: console.log, line: (_source: unknown, text: string) => console.log(text) }
try {
  const { signal } = new AbortController()
  const done = await buildWebIfNeeded(root, webBuildCommand(process.env), process.env, log, signal)
  if (done === 'fresh') console.log('web/dist is built from these sources already.')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
