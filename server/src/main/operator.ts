import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// A command parses some thousand files, which takes most of its time. Only its own folder is trusted with what it runs.
// NODE_COMPILE_CACHE goes before it.
enableCompileCache(join(import.meta.dirname, '../../../.cache/compile'))
const { runOperatorHere } = await import('./operator/here.ts')
await runOperatorHere()
