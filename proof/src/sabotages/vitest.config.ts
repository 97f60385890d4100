import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { consoleSabotages } from './console.ts'
import { sabotaged } from './sabotage.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const sabotage = consoleSabotages.find(({ name }) => name === process.env['SABOTAGE'])
if (!sabotage) throw new Error('SABOTAGE names no rule of the console')
const source = sabotaged(root, sabotage)
const file = path.join(root, sabotage.file)

/** The tests of the server with one rule switched off while its file is loaded. The file itself stays as it is. */
export default defineConfig({
  plugins: [{ name: 'switch-off', enforce: 'pre', load: (id) => (id === file ? source : null) }],
  test: {
    root,
    // What was changed while it was loaded must not be found again by another run.
    fsModuleCache: false,
    include: [sabotage.test],
    globalSetup: ['server/testing/global-setup.ts'],
    setupFiles: ['./scripts/verify/property-tests.ts'],
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 300_000,
  },
})
