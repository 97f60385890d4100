import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The journeys: one product that all share, two files at a time, each with a browser and with people and loans of its
 * own. Run by `npx vitest run --config e2e/vitest.config.ts`, with a word of a file's name to run only that one.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname),
  test: {
    include: ['src/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 360_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    reporters: ['verbose'],
  },
})
