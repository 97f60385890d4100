import { defineConfig } from 'vitest/config'

/**
 * Tests of the exported files as LibreOffice reads them: `npm run libreoffice` in the root, which installs it first.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['libreoffice/*.libreoffice.ts'],
    globalSetup: ['testing/global-setup.ts'],
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    reporters: ['verbose'],
  },
})
