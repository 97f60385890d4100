import { defineConfig } from 'vitest/config'

/** Runs that take minutes, each started by hand: see the top of each `*.stress.ts`. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.stress.ts'],
    globalSetup: ['testing/global-setup.ts'],
    maxWorkers: 1,
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
  },
})
