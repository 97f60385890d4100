import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'

// The program of a spare process: it loads the modules of another program, waits for a message, and then becomes that
// program. Nothing of it has run before, so it starts as any other process does, but half a second earlier.

const [, , program = ''] = process.argv
const url = pathToFileURL(program)
const turn = once(process, 'message')
const onOrphaned = (): void => process.exit()
process.once('disconnect', onOrphaned)

for (const [, specifier = ''] of readFileSync(program, 'utf8').matchAll(/ from '(\.[^']+)'/g))
  await import(new URL(specifier, url).href)
// Node writes the cache when a process ends by itself, which these do not.
flushCompileCache()

await turn
process.off('disconnect', onOrphaned)
await import(url.href)
process.send?.('started')
