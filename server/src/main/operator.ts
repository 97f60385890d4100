import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// A command parses some thousand files, which takes most of its time. Only its own folder is trusted with what it runs.
enableCompileCache(process.env['NODE_COMPILE_CACHE'] ?? join(import.meta.dirname, '../../../.cache/compile'))
const { runOperatorHere } = await import('./operator/here.ts')
await runOperatorHere()
