import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import type * as cliProgress from 'cli-progress'

const packages = createRequire(import.meta.url)

/** A bar that is cleared at its end, for who watches a terminal. Loaded here, because most commands show none. */
export function progressBar(format: string, stream: Writable): cliProgress.SingleBar {
  const { SingleBar: Bar } = packages('cli-progress') as typeof cliProgress
  return new Bar({ clearOnComplete: true, format, stream })
}
