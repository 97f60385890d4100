import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { patience } from './src/waiting.ts'

/** Files that start a product of their own and wait for its clock come first: as the last ones they would wait alone. */
class OwnProductsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isOwn = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').includes('useProduct({')
    return [...sorted.filter(isOwn), ...sorted.filter((file) => !isOwn(file))]
  }
}

/**
 * The end-to-end tests: one shared product and four files at a time, because they mostly wait; each test has its own
 * lenders and loans. `npx vitest run --config e2e/vitest.config.ts` with a part of a file name runs only that file. A
 * failed test is tried once more with new lenders and loans, and `npm run verify` names each that passed only then;
 * `--retry=0` tries nothing twice. Nothing here depends on the environment.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname),
  test: {
    include: ['src/**/*.e2e.ts'],
    globalSetup: ['src/global-setup.ts'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 4,
    sequence: { sequencer: OwnProductsFirst },
    retry: 1,
    allowOnly: false,
    chaiConfig: { truncateThreshold: 600 },
    testTimeout: 420_000,
    hookTimeout: 360_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: patience, interval: 100 } },
    reporters: ['verbose'],
  },
})
