import { fileURLToPath } from 'node:url'

/**
 * Environment of a child process that runs the product's own programs: each of them starts dozens of times in a run, and
 * parsing dominates a start. Node checks every source file against the cache, so a changed file is compiled again.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compile', import.meta.url)),
}
