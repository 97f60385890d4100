import { defineConfig } from 'vitest/config'

/**
 * Two cores: three files at a time, because some wait, each with a database of its own. Files share the modules of their
 * process, which saves a fifth of the time; no module may hold state of one test. No test is tried twice, and nothing
 * here depends on the environment. The limits only end what hangs: no result depends on the machine's load.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    isolate: false,
    unstubGlobals: true,
    testTimeout: 300_000,
    allowOnly: false,
    // The values of an assertion are in its message, which the last lines of a run repeat.
    chaiConfig: { truncateThreshold: 600 },
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    setupFiles: ['./scripts/verify/property-tests.ts'],
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}', 'web/scripts/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'scripts', include: ['{scripts,deploy,proof,bench}/**/*.test.ts'] } },
    ],
  },
})
