import { defineConfig } from 'vitest/config'

/** Two cores: two files at a time, each with a database of its own. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
      { extends: true, test: { name: 'sandbox', include: ['sandbox/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['web/src/**/*.test.ts', 'web/scripts/**/*.test.ts'] } },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
})
