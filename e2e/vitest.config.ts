import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The journeys: one product that all share, three files at a time (they wait a good part of their time), each with
 * people and loans of its own. Files of one process share its browser and the operator's session, which start once. Run
 * by `npx vitest run --config e2e/vitest.config.ts`, with a word of a file's name to run only that one. In CI a journey that fails is walked once more, with people and loans of its own again;
 * .ci/run names each that passed only then, so that it is mended.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname),
  test: {
    include: ['src/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 3,
    retry: process.env.CI ? 1 : 0,
    testTimeout: 180_000,
    hookTimeout: 360_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 100 } },
    reporters: ['verbose'],
  },
})
